import { deviceOf } from './caller.js';

const deviceNamed = (userAgent: string | undefined) =>
  deviceOf({ headers: { 'user-agent': userAgent } });

const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

test.each([
  [CHROME, 'Chrome on macOS'],
  [SAFARI, 'Safari on iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
])('%s is described as %s', (userAgent, words) => {
  expect(deviceNamed(userAgent)).toBe(words);
});

test.each([undefined, '', 'curl/8.10.1'])('%p names no device', (userAgent) => {
  expect(deviceNamed(userAgent)).toBeUndefined();
});

test('a long user agent gives a short device name', () => {
  for (const piece of ['(', ' ', 'a/', 'Version/1', '; ']) {
    expect(deviceNamed(piece.repeat(100_000))?.length ?? 0).toBeLessThanOrEqual(100);
  }
});
