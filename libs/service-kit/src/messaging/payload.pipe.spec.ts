import { projectMessages } from '@studiolo/contracts';

import { AppError } from '../app-error.js';
import { PayloadPipe } from './payload.pipe.js';

const pipe = new PayloadPipe(projectMessages.createProject.request);
const userId = '019a0000-0000-7000-8000-000000000001';

test('a payload is returned as its schema parses it', () => {
  const fields = { title: ' Wedding ', client: 'Anna', status: 'DONE', extra: true };
  expect(pipe.transform({ userId, fields, admin: true })).toEqual({
    userId,
    fields: { title: 'Wedding', client: 'Anna', contact: null, status: 'done', description: null },
  });
});

test.each([
  ['a wrong field', { userId, fields: { title: '', client: 'Anna' } }, 'Title is required'],
  ['a missing payload', undefined, 'Invalid input: expected object, received undefined'],
  ['null', null, 'Invalid input: expected object, received null'],
  ['an array', [], 'Invalid input: expected object, received array'],
])('%s is refused with the first reason', (_what, payload, reason) => {
  let refusal: unknown;
  try {
    pipe.transform(payload);
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'INVALID_REQUEST', details: { reason } });
});

test('a key of the prototype changes no other object', () => {
  const payload: unknown = JSON.parse(
    `{"userId":"${userId}","fields":{"title":"a","client":"b"},"__proto__":{"admin":true}}`,
  );
  expect(pipe.transform(payload)).not.toHaveProperty('admin');
  expect({}).not.toHaveProperty('admin');
});
