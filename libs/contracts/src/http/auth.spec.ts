import { googleCallbackOperation } from './auth.js';

const sentenceAbout = (code: unknown) =>
  googleCallbackOperation.body.safeParse({ code }).error?.issues[0]?.message;

test.each([undefined, '', '  '])('%p is no code of Google', (code) => {
  expect(sentenceAbout(code)).toBe('No authorization code received from Google');
});

test.each(['4/0A'.repeat(1000), '\ud800'])('%p cannot be one, and Google is not asked', (code) => {
  expect(sentenceAbout(code)).toBe('This authorization code is not valid');
});
