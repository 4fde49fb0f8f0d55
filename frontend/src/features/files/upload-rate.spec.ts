import { KIB, MIB } from '@studiolo/contracts';

import { rateOf, rateText as unbrokenText } from './upload-rate';

const rateText = (...given: Parameters<typeof unbrokenText>) =>
  unbrokenText(...given).replaceAll('\u00a0', ' ');

it('tells rate and time left from what the last seconds sent', () => {
  const rate = rateOf([0, 100 * KIB, 480 * KIB]);
  expect(rateText(rate, 2 * MIB)).toBe('240 KB/s, 9 s left');
  expect(rateText(rate, 100 * MIB)).toBe('240 KB/s, 8 min left');
  expect(rateText(1.24 * MIB, 2 * MIB)).toBe('1.2 MB/s, 2 s left');
});

it('tells no rate before a second has passed, or while nothing moves', () => {
  expect(rateText(rateOf([5]), MIB)).toBe('');
  expect(rateText(rateOf([5, 5, 5]), MIB)).toBe('');
});
