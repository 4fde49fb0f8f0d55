import { refusalOf } from './google.js';

test('Google’s answer, which may repeat the code, stays out of the log', () => {
  const refusal = refusalOf({ oauthError: { statusCode: 500, data: 'code=4/0Ab' } });
  expect(JSON.stringify([refusal, refusal.cause, String(refusal.cause)])).not.toContain('4/0Ab');
  expect(String(refusal.cause)).toContain('500');
});
