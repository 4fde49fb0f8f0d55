import { spawnSync } from 'node:child_process';
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeZip } from 'client-zip';
import fc from 'fast-check';

import { portableName, PortableNames } from './portable-name';

const unique = (...all: string[]) => {
  const names = new PortableNames();
  return all.map((name) => names.add(name, 'file'));
};

it.each([
  ['a?.txt', 'a .txt'],
  ['..', 'file'],
  ['con.txt', '_con.txt'],
  ['what: a/day', 'what a day'],
  ['ends with a dot.', 'ends with a dot'],
])('%s becomes %s', (name, portable) => {
  expect(portableName(name, 'file')).toBe(portable);
});

it('a long name keeps its extension and fits every file system', () => {
  const name = portableName(`${'婚'.repeat(200)}.jpg`, 'file');
  expect(name).toMatch(/婚\.jpg$/);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240);
});

it.each([
  ['replaced characters', ['a?.txt', 'a*.txt'], ['a .txt', 'a  (2).txt']],
  ['case', ['DSC_1.txt', 'dsc_1.TXT'], ['DSC_1.txt', 'dsc_1 (2).TXT']],
  ['normalisation', ['é.txt'.normalize('NFC'), 'é.txt'.normalize('NFD')], ['é.txt', 'é (2).txt']],
])('names that differ only in %s are kept apart', (_what, names, portable) => {
  expect(unique(...names)).toEqual(portable);
});

const letters = [
  ...'aAbBéÉ?*:<.. /İıſſßẞ',
  ...['e\u0301', 'ﬁ', 'fi', 'ﾊ', 'ハ', '(2)', ' (2)', '.txt', '.TXT'],
];
const anyName = fc
  .array(fc.constantFrom(...letters), { minLength: 1, maxLength: 4, size: 'max' })
  .map((some) => some.join(''));
const randomNames = (count: number) => unique(...fc.sample(anyName, { numRuns: count, seed: 1 }));

it('a thousand random names stay a thousand names on a file system that ignores case', () => {
  const seen = new Set(
    randomNames(1_000).map((one) => one.normalize('NFKD').toUpperCase().toLowerCase()),
  );
  expect(seen.size).toBe(1_000);
});

it('a cut name ends in no space', () => {
  expect(portableName(`${'x'.repeat(239)} y`, 'file')).toBe('x'.repeat(239));
});

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;

(hasUnzip ? it : it.skip)('unzip finds every file of an archive under its own name', async () => {
  const names = randomNames(300);
  const input = Uint8Array.of(1);
  const archive = makeZip(names.map((name) => ({ name, input, lastModified: new Date() })));
  await using folder = await mkdtempDisposable(join(tmpdir(), 'archive-'));
  const file = join(folder.path, 'all.zip');
  const out = join(folder.path, 'out');
  await writeFile(file, await new Response(archive).bytes());
  // Names are UTF-8 in the archive, and unzip asks the locale for its own.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  expect(spawnSync('unzip', ['-qnC', file, '-d', out], { env }).status).toBe(0);
  expect((await readdir(out)).sort()).toEqual(names.toSorted());
});
