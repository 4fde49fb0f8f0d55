import {
  emailSchema,
  line,
  nameSchema,
  newPasswordSchema,
  optionalDay,
  optionalLine,
  optionalText,
} from './fields.js';

const title = line('Title', 10);

describe('a line of text', () => {
  test('is trimmed', () => {
    expect(title.parse('  Anna  ')).toBe('Anna');
  });

  test.each([
    ['only spaces', '   ', 'Title is required'],
    ['null', null, 'Title is required'],
    ['a number', 5, 'Title must be a text'],
    ['an object', { $ne: null }, 'Title must be a text'],
    ['eleven characters', 'x'.repeat(11), 'Title can have at most 10 characters'],
    ['only invisible characters', '\u200b\u2060\ufeff\u3164', 'Title is required'],
    ['half a surrogate pair', 'a\ud800', 'Title contains characters that are not allowed'],
  ])('refuses %s with a sentence', (_what, value, sentence) => {
    expect(title.safeParse(value).error?.issues[0]?.message).toBe(sentence);
  });

  test('that is too long is refused before any other check', () => {
    expect(title.safeParse('\ud800'.repeat(11)).error?.issues).toHaveLength(1);
  });

  test.each(['a\tb', 'a\r\nb', 'a\u2028b', 'a\0b'])('turns %j into a space', (value) => {
    expect(title.parse(value)).toBe('a b');
  });

  test('keeps every script and any markup unchanged', () => {
    expect(line('Title', 50).parse('<b>結婚式</b> 🎞')).toBe('<b>結婚式</b> 🎞');
  });
});

test.each([undefined, null, '', '   '])('an optional line turns %p into null', (value) => {
  expect(optionalLine('Contact', 10).parse(value)).toBeNull();
});

describe('an optional day', () => {
  const deadline = optionalDay('Deadline');

  test.each([
    ['2026-12-24', '2026-12-24'],
    [' 2028-02-29 ', '2028-02-29'],
    ['0001-01-01', '0001-01-01'],
    ...[undefined, null, '', '  '].map((blank) => [blank, null]),
  ])('reads %j as %j', (value, day) => {
    expect(deadline.parse(value)).toBe(day);
  });

  test.each(['2026-02-29', '2026-13-01', '24.12.2026', '2026-12-24T00:00:00Z', '0000-01-01'])(
    'refuses %j with a sentence',
    (value) => {
      expect(deadline.safeParse(value).error?.issues[0]?.message).toBe(
        'Deadline is not a day such as 2026-12-24',
      );
    },
  );
});

test.each(['\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'an optional text has a line break where %j was',
  (separator) => {
    expect(optionalText('Description', 20).parse(`one${separator}two`)).toBe('one\ntwo');
  },
);

test('an optional text keeps tabs and pairs of return and line feed, and no other control character', () => {
  expect(optionalText('Description', 20).parse('a\tb\r\nc\0d\u001be')).toBe('a\tb\r\nc d e');
});

test('an address is trimmed and lower-cased', () => {
  expect(emailSchema.parse(' anna@example.COM ')).toBe('anna@example.com');
});

test.each([
  ['film&foto@example.de', 'film&foto@example.de'],
  ["o'hara!studio@example.com", "o'hara!studio@example.com"],
  ['Info@Müller-Fotos.DE', 'info@xn--mller-fotos-thb.de'],
  ['info@XN--mller-fotos-thb.de', 'info@xn--mller-fotos-thb.de'],
  ['foto@пример.рф', 'foto@xn--e1afmkfd.xn--p1ai'],
  ['foto@例え。ｊｐ', 'foto@xn--r8jz45g.jp'],
  ['foto@paral·lel.cat', 'foto@xn--parallel-koa.cat'],
])('the address %p is stored as %p', (typed, stored) => {
  expect(emailSchema.parse(typed)).toBe(stored);
  expect(emailSchema.parse(stored)).toBe(stored);
});

test.each([
  ['Anna\nBcc: x@y.de', 'Name must be one line'],
  ['www.evil.example', 'Name cannot contain a web address'],
  ['', 'Name is required'],
])('the name %j is refused with a sentence', (name, sentence) => {
  expect(nameSchema.safeParse(name).error?.issues[0]?.message).toBe(sentence);
});

test.each([
  ['Anna Lindqvist', 'Anna Lindqvist'],
  [' Anna\u0000Lind ', 'Anna Lind'],
])('the name %j is kept as %j', (typed, kept) => {
  expect(nameSchema.parse(typed)).toBe(kept);
});

test.each([
  [undefined, 'Email is required'],
  ['  ', 'Email is required'],
  [7, 'Email must be a text'],
  ['anna', 'Please enter a valid email address'],
  [`${'a'.repeat(320)}@b.de`, 'Email can have at most 254 characters'],
])('the address %j is refused with a sentence', (address, sentence) => {
  expect(emailSchema.safeParse(address).error?.issues[0]?.message).toBe(sentence);
});

test.each(['see https://evil.example', 'WWW.evil.example', 'see\nhttps://evil.example'])(
  'the name %p, which a mail would carry to a stranger, is refused',
  (name) => {
    expect(nameSchema.safeParse(name).success).toBe(false);
  },
);

test.each([
  '',
  'anna',
  'anna@localhost',
  'anna@exa/mple.dé',
  'anna@é:80.de',
  'y@mö\r\nller.example',
  'y@mö\u2028ller.example',
  'y@mö\tller.example',
  ...['/x', '?to=y', '#f', ':80', '\\evil.example'].map((end) => `x@müller.example${end}`),
  'x@mü%6Cler.example',
  'x@mü／ller.example',
  'x@１２７.1',
  'x@127.0.0.1',
  `x@${'é.'.repeat(100)}example`,
  'a@b@c.de',
  'a\r\nBcc: x@y.de',
  `${'a'.repeat(320)}@b.de`,
  'müller@example.de',
  'a@b.de,c@d.de',
  'Anna <a@b.de>',
  ['a@b.de'],
  { $gt: '' },
])('[B8] %p is not an address', (value) => {
  expect(emailSchema.safeParse(value).success).toBe(false);
});

test('[S20] a password of five characters is too short, one of 256 is fine', () => {
  expect(newPasswordSchema.safeParse('12345').error?.issues[0]?.message).toBe(
    'Password must be at least 6 characters',
  );
  expect(newPasswordSchema.safeParse('x'.repeat(256)).success).toBe(true);
});
