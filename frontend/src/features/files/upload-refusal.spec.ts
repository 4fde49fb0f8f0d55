import { MIB } from '@studiolo/contracts';

import { makeUsage } from '../../test/projects';
import { limitsFrom, refusalOf } from './upload-refusal';

const ROOM = 2 * MIB;

function refusal(name: string, size: number, isUsageKnown = false) {
  const file = Object.defineProperty(new File(['x'], name), 'size', { value: size });
  const usage = makeUsage({ total_storage_bytes: 5 * MIB - ROOM });
  return refusalOf(file, limitsFrom(isUsageKnown ? usage : undefined));
}

it.each([
  ['film.mov', 5 * MIB + 1, 'File too large: 5.01MB (max 5MB)'],
  [
    'setup.exe',
    10,
    'setup.exe is not a supported type. Images, videos, pdf, doc, docx and txt files are accepted',
  ],
  ['empty.txt', 0, 'empty.txt is empty'],
])('refuses %s of %d bytes', (name, size, reason) => {
  expect(refusal(name, size)).toBe(reason);
});

it('accepts a file of exactly the limit, although the browser gives no type', () => {
  expect(refusal('DSC00001.HIF', 5 * MIB)).toBe('');
});

it('states the room needed and left once it is known', () => {
  expect(refusal('a.png', ROOM, true)).toBe('');
  expect(refusal('a.png', 2.5 * MIB, true)).toBe(
    'Not enough storage space: 2.5 MB needed, 2 MB of 5 MB left',
  );
});
