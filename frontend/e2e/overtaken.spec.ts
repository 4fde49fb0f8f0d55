import AxeBuilder from '@axe-core/playwright';

import { signInAs } from './support/accounts.ts';
import { newProject, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('the second of two people to save a project sees the differences and chooses what to keep', async ({
  page,
  account,
  browser,
  baseURL,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn', client: 'Alpine Press' });
  const other = await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' });
  const otherPage = await other.newPage();
  await signInAs(otherPage, account);
  const forms = [page, otherPage].map((one) => one.getByRole('dialog', { name: 'Edit Project' }));
  const [mine, theirs] = forms as [(typeof forms)[0], (typeof forms)[0]];
  for (const one of [page, otherPage]) {
    await one.goto(`/projects/${id}`);
    await one.getByRole('button', { name: 'Edit' }).click();
  }
  await mine.getByLabel('Title').fill('Ridge at Dusk');
  await theirs.getByLabel('Title').fill('Ridge at Noon');
  await theirs.getByLabel('Client').fill('Alpine Books');
  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(otherPage, 'Project updated successfully')).toBeVisible();
  await otherPage.getByRole('button', { name: 'Edit' }).click();
  await theirs.getByLabel('Title').fill('Ridge at Night');

  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await expect(mine.getByText(/was saved elsewhere while you were editing/)).toBeVisible();
  // Only one of them changed the client, so both changes are kept.
  await expect(mine.getByRole('group', { name: 'Client' })).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id: rule }) => rule)).toEqual([]);
  await mine.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Project updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk');
  await expect(page.getByText('Alpine Books')).toBeVisible();

  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await theirs.getByRole('radio', { name: /^Saved elsewhere/ }).check();
  await theirs.getByRole('button', { name: 'Save Changes' }).click();
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk');
  await other.close();
});
