import { HttpException } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

import { errorAnswer } from './error-answer.js';
import { toAppError } from './to-app-error.js';

test.each([
  ['a failure of a plugin', Object.assign(new Error('secret'), { statusCode: 500 })],
  ['a failure told by Nest', new HttpException('x', 502)],
  ['something that is no error', 'boom'],
])('%s becomes INTERNAL', (_what, thrown) => {
  expect(toAppError(thrown).code).toBe('INTERNAL');
});

test('an unexpected error is answered with a fixed sentence and the request id, and keeps its cause for the log', () => {
  const cause = new TypeError('password of anna is wrong');
  const error = toAppError(cause);
  expect(error.cause).toBe(cause);
  expect(errorAnswer(error, 'r-1')).toEqual({
    success: false,
    error: 'Something went wrong on our side. Please try again',
    code: 'INTERNAL',
    request_id: 'r-1',
  });
});

test('the answer about an unverified address requires verification and contains the address', () => {
  const error = new AppError('EMAIL_NOT_VERIFIED', { email: 'anna@example.com' });
  expect(errorAnswer(error, 'r-1')).toEqual({
    success: false,
    error: 'Please verify your email before logging in',
    code: 'EMAIL_NOT_VERIFIED',
    email_verification_required: true,
    email: 'anna@example.com',
  });
});
