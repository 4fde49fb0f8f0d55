import type { Project } from '@studiolo/contracts';
import fc from 'fast-check';

import { type Account, newAccount, signInAs } from './support/accounts.ts';
import { download, picture, projectWith, sample, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

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
