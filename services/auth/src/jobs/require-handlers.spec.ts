import { mailJobSchema } from '@studiolo/contracts';

import { authJobNames } from './auth-job.js';
import { requireHandlers } from './require-handlers.js';

test('a job without a handler is named', () => {
  expect(() => requireHandlers(['one', 'two'], { one: () => undefined })).toThrow(
    'There is no handler for: two',
  );
});

test('every mail of the contract is among the jobs that need a handler', () => {
  const mails = mailJobSchema.options.map((job) => job.shape.name.value);
  expect(authJobNames).toEqual(expect.arrayContaining(mails));
});
