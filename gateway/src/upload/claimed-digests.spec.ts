import { hash } from 'node:crypto';

import { claimedDigests } from './claimed-digests.js';

const hex = hash('sha256', 'bytes', 'hex');
const repr = `sha-256=:${hash('sha256', 'bytes', 'base64')}:`;

test.each([
  ['no digest', [], undefined, []],
  ['a field', [hex], undefined, [hex]],
  ['a field in capitals', [hex.toUpperCase()], undefined, [hex]],
  ['a Repr-Digest', [], repr, [hex]],
  ['one of several algorithms', [], `md5=:AAAA:, ${repr}`, [hex]],
  ['other algorithms alone', [], 'sha-512=:AAAA:', []],
])('%s is read', (_what, fields, header, digests) => {
  expect(claimedDigests(fields, header, 1)).toEqual(digests);
});

test.each([
  ['a text that is no digest', ['abc'], undefined],
  ['a Repr-Digest of another length', [], 'sha-256=:AAAA:'],
  ['a Repr-Digest without colons', [], 'sha-256=abc'],
  ['two digests for one file', [hex, hex], undefined],
])('%s is refused', (_what, fields, header) => {
  expect(() => claimedDigests(fields, header, 1)).toThrow(
    expect.objectContaining({ code: 'INVALID_REQUEST' }) as Error,
  );
});

test('a Repr-Digest cannot tell which of several files it is about', () => {
  expect(() => claimedDigests([], repr, 2)).toThrow('Each file needs one sha256');
});
