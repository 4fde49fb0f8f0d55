import { formatDate, formatMegabytes, projectCount, usageLevel, usedPercent } from './format';

const MIB = 1024 * 1024;

test('days of every month are written as English dates', () => {
  const inEnglish = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
  for (let month = 1; month <= 12; month += 1) {
    const day = new Date(2026, month - 1, month);
    expect(formatDate(day.toISOString())).toBe(inEnglish.format(day));
  }
});

test('an unknown day is left empty', () => {
  expect(formatDate('')).toBe('');
});

test.each([
  [0, '0 projects'],
  [1, '1 project'],
  [999, '999 projects'],
  [1_234, '1,234 projects'],
])('%d is written as %s', (count, text) => {
  expect(projectCount(count)).toBe(text);
});

describe('the dashboard’s storage figure', () => {
  it.each([
    [0, '0.0'],
    [52_428, '0.0'],
    [1.25 * MIB, '1.3'],
    [5 * MIB, '5.0'],
  ])('%d bytes are %s MB, with 1 decimal', (bytes, text) => {
    expect(formatMegabytes(bytes)).toBe(text);
  });
});

describe('the share of the quota', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1_747_626, 33.33],
    [5 * MIB, 100],
    [6 * MIB, 100],
  ])('%d bytes are %d %%, rounded to 2 decimals and capped at 100', (bytes, percent) => {
    expect(usedPercent(bytes, 5 * MIB)).toBe(percent);
  });

  it.each([
    [0, 'normal'],
    [69.99, 'normal'],
    [70, 'warning'],
    [89.99, 'warning'],
    [90, 'critical'],
    [100, 'critical'],
  ])('at %d %% is %s: yellow from 70, red from 90', (percent, level) => {
    expect(usageLevel(percent)).toBe(level);
  });
});
