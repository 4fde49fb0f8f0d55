import fc from 'fast-check';

import { displayName, uploadNameSchema } from './display-name.js';

test.each([
  ['holiday.jpg', 'holiday.jpg'],
  ['Anna & "Tom" 100% <final>.jpg', 'Anna & "Tom" 100% <final>.jpg'],
  ["l'été à Nîmes.tif", "l'été à Nîmes.tif"],
  ['свадьба 婚礼 חתונה.mov', 'свадьба 婚礼 חתונה.mov'],
  ['👩‍👩‍👧 family 🎉.heic', '👩‍👩‍👧 family 🎉.heic'],
  ['❤️‍🔥 letters.pdf', '❤️‍🔥 letters.pdf'],
  ['می\u200cخواهم क्\u200dष.jpg', 'می\u200cخواهم क्\u200dष.jpg'],
  ['.hidden.jpg', '.hidden.jpg'],
  ['a;b=c?d#e|f*g.txt', 'a;b=c?d#e|f*g.txt'],
  ['%2e%2e%2fetc.txt', '%2e%2e%2fetc.txt'],
  ['file.jpg:stream', 'file.jpg:stream'],
  [' leading.jpg', ' leading.jpg'],
])('%j is harmless and stays unchanged', (claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\system.ini', 'system.ini'],
  ['C:\\Users\\anna\\a.jpg', 'a.jpg'],
  ['C:a.jpg', 'a.jpg'],
  ['C:D:a.jpg', 'a.jpg'],
  ['/absolute/a.jpg', 'a.jpg'],
  ['mixed/and\\a.jpg', 'a.jpg'],
  ['..', 'file'],
  ['.', 'file'],
  ['folder/', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['C:', 'file'],
])('%j loses its path and becomes %j', (claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

test.each([
  ['a\0b.jpg', 'ab.jpg'],
  ['a\r\nSet-Cookie: x.jpg', 'aSet-Cookie: x.jpg'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u2066photo\u2069.jpg', 'photo.jpg'],
  ['line\u2028break.txt', 'linebreak.txt'],
  ['a\u0085b.txt', 'ab.txt'],
  ['con\u200btract\u2060\ufeff \u00adfinal.pdf', 'contract final.pdf'],
  ['con\u200dtract\u200c\u200d.pdf', 'contract.pdf'],
  ['\u200d\u200b', 'file'],
  ['\u0000\u0001', 'file'],
  ['a\u0007/..', 'file'],
])('%j loses its invisible characters and becomes %j', (claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

test.each([
  ['a.jpg.', 'a.jpg'],
  ['a.jpg . . ', 'a.jpg'],
  ['a.jpg\u00a0', 'a.jpg'],
  ['run.bat.', 'run.bat'],
  ['run.bat \u200b. ', 'run.bat'],
  ['run.ps1\u202e', 'run.ps1'],
  ['run.ps1\u200e', 'run.ps1'],
])('%j loses the characters that hide its extension', (claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

test.each([
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['Com1.tar.gz', '_Com1.tar.gz'],
  ['LPT¹', '_LPT¹'],
  ['aux .txt', '_aux .txt'],
  ['conference.txt', 'conference.txt'],
  ['com10.txt', 'com10.txt'],
  ['console', 'console'],
])('%j becomes %j, which is no device of Windows', (claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

const [a300, b300] = ['a'.repeat(300), 'b'.repeat(300)];
test.each([
  ['letters in NFD become those in NFC', 'e\u0301te\u0301.jpg', '\u00e9t\u00e9.jpg'],
  ['a long name is cut before its extension', `${a300}.jpeg`, `${'a'.repeat(250)}.jpeg`],
  ['a long name without an extension is cut at its end', b300, 'b'.repeat(255)],
  ['a name with a long extension is cut at its end', `a.${b300}`, `a.${'b'.repeat(253)}`],
  ['a long device name stays within the limit', `con.${a300}.txt`, `_con.${'a'.repeat(246)}.txt`],
  ['a cut does not halve a character', `${'🎉'.repeat(200)}.jpg`, `${'🎉'.repeat(125)}.jpg`],
  ['half a character becomes a replacement character', 'a\ud83c.jpg', 'a\ufffd.jpg'],
])('%s', (_what, claimed, kept) => {
  expect(displayName(claimed)).toBe(kept);
});

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: fc.constantFrom('/', '\\', '.', ' ', ':', 'C', '\u202e', '\0', '🎉', 'é') }),
  fc.string({ unit: fc.constantFrom('nul', '.', ' ', '\u200e', 'a'), maxLength: 400 }),
);

test('every possible name becomes a safe one, which stays unchanged', () => {
  fc.assert(
    fc.property(anything, (claimed) => {
      const name = displayName(claimed);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|[.\s\p{Cf}]$/u);
      expect(name.isWellFormed()).toBe(true);
      expect(name.normalize('NFC')).toBe(name);
      expect(displayName(name)).toBe(name);
    }),
  );
});

test('every name keeps a harmless extension', () => {
  fc.assert(
    fc.property(anything, fc.stringMatching(/^[a-z0-9]{1,8}$/), (stem, extension) => {
      expect(displayName(`${stem}a.${extension}`)).toMatch(new RegExp(`\\.${extension}$`));
    }),
  );
});

test('a million dots are read in one pass', () => {
  expect(displayName(`${'.'.repeat(1_000_000)}a`)).toHaveLength(255);
});

test('a name longer than any system allows is refused before it is parsed', () => {
  expect(uploadNameSchema.safeParse('a'.repeat(1025)).error?.issues[0]?.message).toBe(
    'The name of a file can have at most 1024 characters',
  );
});
