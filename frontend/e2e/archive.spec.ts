import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Project } from '@studiolo/contracts';
import fc from 'fast-check';

import { type Account, newAccount, signInAs } from './support/accounts.ts';
import { download, picture, projectWith, sample, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const isHere = (program: string) => spawnSync(program, ['--help']).error === undefined;

/** What `sha256sum -c` says of the files of an archive that is unpacked in this new folder. */
function checkSums(archive: Buffer, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'archive.zip'), archive);
  // Names are UTF-8 in the archive, and unzip asks the locale for its own.
  const options = {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  } as const;
  execFileSync('unzip', ['-q', 'archive.zip'], options);
  const lines = execFileSync('sha256sum', ['-c', 'checksums.sha256'], options);
  return lines.trim().split('\n').sort();
}

test('sha256sum accepts the checksums of an account’s archive and of all files of a project', async ({
  page,
  account,
}, testInfo) => {
  test.skip(!['unzip', 'sha256sum'].every(isHere), 'unzip or sha256sum is missing');
  const files = [picture('one.png', 3000), sample('Ünïcode – notes.txt', 'North window')];
  const id = await projectWith(account, files, { title: 'Harbour: dawn' });
  await page.goto('/profile');
  const all = await download(page.getByRole('button', { name: 'Download everything' }));
  expect(checkSums(all.content, testInfo.outputPath('all'))).toEqual([
    'files/Harbour dawn/one.png: OK',
    'files/Harbour dawn/Ünïcode – notes.txt: OK',
  ]);
  await page.goto(`/projects/${id}`);
  const own = await download(page.getByRole('button', { name: 'Download all' }));
  expect(checkSums(own.content, testInfo.outputPath('own'))).toEqual([
    'one.png: OK',
    'Ünïcode – notes.txt: OK',
  ]);
});

test('downloads everything as one archive', async ({ page, account }) => {
  const files = [picture('one.png', 3000), sample('notes.txt', 'North window')];
  await projectWith(account, files, { title: 'Harbour: dawn' });
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Download everything' });
  const { content: archive } = await download(button);
  expect(archive.includes('files/Harbour dawn/one.png')).toBe(true);
  expect(archive.includes(picture('one.png', 3000).buffer)).toBe(true);
  expect(archive.includes('North window')).toBe(true);
  await expect(toast(page, 'Everything has been downloaded')).toBeVisible();
});

const words = fc.constantFrom('Harbour: dawn', '../..', '=1+1', 'Ünïcode ☂', 'CON', '.');
const project = fc.record({
  title: words,
  client: words,
  contact: fc.constantFrom(null, '+49 30 1234', 'ada@example.com'),
  status: fc.constantFrom('todo' as const, 'done' as const, 'on_hold' as const),
  description: fc.option(fc.string({ unit: 'grapheme' }).map((text) => `About ${text}`)),
});
const files = fc.array(
  fc.tuple(
    fc.constantFrom('one.png', 'ONE.png', 'Ünïcode ☂.png'),
    fc.integer({ min: 100, max: 3000 }),
  ),
  { maxLength: 3 },
);

/** What an account holds, but for ids and times, in an order of its own. */
async function contentOf({ api }: Account) {
  const { body } = await api.get('/api/projects');
  const projects = (body as unknown as { projects: Project[] }).projects;
  return projects
    .map(({ title, client, contact, status, description, files: own }) =>
      JSON.stringify({
        ...{ title, client, contact, status, description },
        files: own.map(({ filename, sha256 }) => [filename, sha256]).sort(),
      }),
    )
    .sort();
}

test('brings an archive back to another account, the same by every field, name and hash', async ({
  page,
  account,
}) => {
  const seed = Date.now();
  for (const [fields, own] of fc.sample(fc.tuple(project, files), { numRuns: 4, seed })) {
    const pictures = own.map(([name, bytes]) => picture(name, bytes));
    await projectWith(account, pictures, fields);
  }
  await page.goto('/profile');
  const { content } = await download(page.getByRole('button', { name: 'Download everything' }));
  const other = await newAccount();
  await signInAs(page.context(), other);
  await page.goto('/profile');
  const picker = page.getByLabel('Bring back an archive');
  await picker.setInputFiles(sample('notes.zip', 'North window'));
  await expect(page.getByText('This is not an archive of Studiolo')).toBeVisible();
  const zip = { name: 'studiolo.zip', mimeType: 'application/zip', buffer: content };
  await picker.setInputFiles(zip);
  await page.getByRole('button', { name: 'Bring back', exact: true }).click();
  await expect(
    page.getByRole('paragraph').filter({ hasText: /^Everything is here/ }),
  ).toBeVisible();
  expect(await contentOf(other), `seed ${seed}`).toEqual(await contentOf(account));
  await picker.setInputFiles(zip);
  await expect(page.getByRole('paragraph').filter({ hasText: /^Nothing has to be/ })).toBeVisible();
});
