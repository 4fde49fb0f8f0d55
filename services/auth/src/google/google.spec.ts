import { googleIdentity, refusalOf } from './google.js';

const userInfo = { sub: '110', email: 'Anna@Example.com', email_verified: true, name: 'Anna' };

describe("Google's user info", () => {
  test('becomes an identity with the address in lower case', () => {
    expect(googleIdentity.parse(userInfo)).toEqual({
      googleId: '110',
      email: 'anna@example.com',
      emailVerified: true,
      name: 'Anna',
    });
  });

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('with the verification %p counts as verified: %p', (email_verified, emailVerified) => {
    expect(googleIdentity.parse({ ...userInfo, email_verified }).emailVerified).toBe(emailVerified);
  });

  test.each([
    ['Anna\r\nLindqvist', 'Anna  Lindqvist'],
    ['x'.repeat(150), 'x'.repeat(100)],
    [`${'x'.repeat(99)}🎞`, 'x'.repeat(99)],
    ['  ', 'anna'],
    ['\u200b', 'anna'],
    ['http://evil.example', 'anna'],
    [undefined, 'anna'],
  ])('with the name %p is called %p', (name, cleaned) => {
    expect(googleIdentity.parse({ ...userInfo, name }).name).toBe(cleaned);
  });

  test.each([{ ...userInfo, sub: undefined }, { ...userInfo, email: 'anna' }, null])(
    '%p is refused',
    (wrong) => {
      expect(() => googleIdentity.parse(wrong)).toThrow();
    },
  );
});

test('Google’s answer, which may repeat the code, stays out of the log', () => {
  const refusal = refusalOf({ oauthError: { statusCode: 500, data: 'code=4/0Ab' } });
  expect(JSON.stringify([refusal, refusal.cause, String(refusal.cause)])).not.toContain('4/0Ab');
  expect(String(refusal.cause)).toContain('500');
});
