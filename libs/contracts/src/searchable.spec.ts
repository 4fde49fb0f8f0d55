import { searchable } from './searchable.js';

test.each([
  ['composed and decomposed letters', 'Zoë', 'Zoe\u0308'],
  ['typographic and plain apostrophes', 'O’Hara', "O'Hara"],
  ['typographic and plain quotation marks', '„Film“', '"Film"'],
  ['kinds of spaces', 'Anna\u00a0\u2009Müller', 'Anna Müller'],
  ['kinds of dashes', 'Anna–Müller', 'Anna-Müller'],
  ['upper and lower case', 'ГРОССМАН ΟΔΟΣ', 'гроссман οδος'],
  ['ß and SS', 'Straße', 'STRASSE'],
  ['the dotted capital İ and i', 'İstanbul', 'istanbul'],
  ['wide and ordinary letters', 'ＦＩＬＭ ４Ｋ', 'film 4k'],
  ['a ligature and its letters', 'ﬁlm', 'film'],
  ['words with and without a soft hyphen', 'Hoch\u00adzeit', 'hochzeit'],
])('%s are searched alike', (_what, one, other) => {
  expect(searchable(one)).toBe(searchable(other));
});

test.each([
  ['O’Hara ‘90', "o'hara '90"],
  ['“Film” «a»', '"film" "a"'],
  ['İ', 'i'],
  ['ΟΔΟΣ', 'οδοσ'],
  [' a\u00a0 b ', 'a b'],
  ['a—b', 'a-b'],
])('%j is searched as %j', (text, form) => {
  expect(searchable(text)).toBe(form);
});

test.each(['%', '_', '\\', 'müller', '結婚式', '🎞'])('%s stays itself', (text) => {
  expect(searchable(text)).toBe(text);
});

test('different letters stay different', () => {
  expect(searchable('Müller')).not.toBe(searchable('Muller'));
});
