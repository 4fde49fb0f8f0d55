import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

import { errorAnswer } from './error-answer.js';
import { toAppError } from './to-app-error.js';

const refused = (statusCode: number) => Object.assign(new Error('secret'), { statusCode });

test.each([
  ['a refusal of ours', new AppError('EMAIL_TAKEN'), 'EMAIL_TAKEN'],
  ['an unknown path', new NotFoundException(), 'NOT_FOUND'],
  ['JSON that cannot be read', new BadRequestException(), 'MALFORMED_BODY'],
  ['a body that is too large', refused(413), 'BODY_TOO_LARGE'],
  ['a body of another type', refused(415), 'UNSUPPORTED_BODY'],
  ['an over-long path parameter', refused(414), 'NOT_FOUND'],
  ['a broken URL', Object.assign(refused(400), { code: 'FST_ERR_BAD_URL' }), 'INVALID_REQUEST'],
  ['a failure of a plugin', refused(500), 'INTERNAL'],
  ['a failure told by Nest', new HttpException('x', 502), 'INTERNAL'],
  ['a programming error', new TypeError('x is not a function'), 'INTERNAL'],
  ['something that is no error', 'boom', 'INTERNAL'],
])('%s becomes %3$s', (_what, thrown, code) => {
  expect(toAppError(thrown).code).toBe(code);
});

test('an unexpected error is answered with a fixed sentence and the request id, and keeps its cause for the log', () => {
  const cause = new TypeError('password of anna is wrong');
  const error = toAppError(cause);
  expect(error.cause).toBe(cause);
  expect(errorAnswer(error, 'r-1')).toEqual({
    success: false,
    error: 'Something went wrong on our side. Please try again',
    request_id: 'r-1',
  });
});

test('the answer about an unverified address requires verification and contains the address', () => {
  const error = new AppError('EMAIL_NOT_VERIFIED', { email: 'anna@example.com' });
  expect(errorAnswer(error, 'r-1')).toEqual({
    success: false,
    error: 'Please verify your email before logging in',
    email_verification_required: true,
    email: 'anna@example.com',
  });
});

test('the answer about a file contains its name', () => {
  const error = new AppError('FILE_TYPE_NOT_ALLOWED', { filename: 'setup.exe' });
  expect(errorAnswer(error, 'r-1')).toMatchObject({ success: false, filename: 'setup.exe' });
});
