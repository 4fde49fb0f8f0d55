import { googleCallbackOperation, profileUpdateSchema } from './auth.js';

const sentenceAbout = (code: unknown) =>
  googleCallbackOperation.body.safeParse({ code }).error?.issues[0]?.message;

test.each([undefined, '', '  '])('%p is refused as a Google code', (code) => {
  expect(sentenceAbout(code)).toBe('No authorization code received from Google');
});

test.each(['4/0A'.repeat(1000), '\ud800'])(
  '%p is refused as a Google code without asking Google',
  (code) => {
    expect(sentenceAbout(code)).toBe('This authorization code is not valid');
  },
);

test('a blank current password is missed by its own name', () => {
  const result = profileUpdateSchema.safeParse({ current_password: '', password: 'golden-hour-6' });
  expect(result.error?.issues[0]?.message).toBe('Current password is required');
});
