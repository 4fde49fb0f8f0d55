import os from 'node:os';

import { jest } from '@jest/globals';

import { operatorName } from './operator-name.js';

test('an operator without a passwd entry is named by the user id', () => {
  expect(operatorName()).toBe(os.userInfo().username);
  jest.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  expect(operatorName()).toBe(`uid ${process.getuid?.()}`);
});
