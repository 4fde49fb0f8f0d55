import { attachment } from './content-disposition.js';

test('a plain name is written in both forms', () => {
  expect(attachment('harbour.jpg')).toBe(
    `attachment; filename="harbour.jpg"; filename*=UTF-8''harbour.jpg`,
  );
});

test.each([
  ['accents', 'Höchzeit.jpg', 'Hochzeit.jpg'],
  ['another script', '結婚.png', '__.png'],
  ['quotes and backslashes', 'a"b\\c.txt', 'a_b_c.txt'],
  ['line breaks', 'a\r\nSet-Cookie: x.txt', 'a__Set-Cookie: x.txt'],
  ['a percent sign', '100%.pdf', '100_.pdf'],
  ['an emoji', '🎞.mov', '__.mov'],
  ['half a surrogate pair', 'a\ud800.png', 'a_.png'],
])('%s are replaced in the fallback and exact in the encoded name', (_what, name, fallback) => {
  const header = attachment(name);
  const [, plain, encoded] = /^attachment; filename="([ -~]*)"; filename\*=UTF-8''(\S+)$/.exec(
    header,
  ) ?? ['', '', ''];
  expect(plain).toBe(fallback);
  expect(decodeURIComponent(encoded ?? '')).toBe(name.toWellFormed());
});
