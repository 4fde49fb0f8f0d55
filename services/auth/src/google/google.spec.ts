import { refusalOf } from './google.js';

const error = (facts: object) => Object.assign(new Error('Failed to obtain access token'), facts);

test.each([
  ['a code that is used or made up', error({ code: 'invalid_grant' }), 'GOOGLE_CODE_REJECTED'],
  ['a malformed code', error({ code: 'invalid_request' }), 'GOOGLE_CODE_REJECTED'],
  ['a client Google does not know', error({ code: 'invalid_client' }), 'GOOGLE_UNREACHABLE'],
  [
    'a Google that fails',
    error({ oauthError: { statusCode: 503, data: '' } }),
    'GOOGLE_UNREACHABLE',
  ],
  ['no connection', error({ oauthError: error({ code: 'ECONNREFUSED' }) }), 'GOOGLE_UNREACHABLE'],
  ['no answer in time', new Error('Not done within 5000 ms'), 'GOOGLE_UNREACHABLE'],
])('%s ends in its own refusal', (_what, cause, code) => {
  expect(refusalOf(cause).code).toBe(code);
});

test('Google’s answer, which may repeat the code, stays out of the log', () => {
  const refusal = refusalOf(error({ oauthError: { statusCode: 500, data: 'code=4/0Ab' } }));
  expect(JSON.stringify([refusal, refusal.cause, String(refusal.cause)])).not.toContain('4/0Ab');
  expect(String(refusal.cause)).toContain('500');
});
