import { formatMegabytes, usageLevel, usedPercent } from './format';

const MIB = 1024 * 1024;

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
