import { hold, newProject, open, picture, projectWith } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('asks before closing the tab discards what was typed', async ({ signedInPage: page }) => {
  await page.goto('/projects/new');
  await page.getByLabel('Title').fill('Half a thought');
  // By then the page has seen the text, too.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Client')).toBeFocused();
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
});

test('statuses, counts and dates are spelled to the eye as in the text', async ({
  page,
  account,
}) => {
  const id = await projectWith(account, [picture('a.png')], { status: 'inprogress' });
  for (const path of [
    '/projects',
    '/projects?density=small',
    '/projects?view=board',
    '/dashboard',
  ]) {
    await open(page, path);
    const main = page.getByRole('main');
    await expect(main).toContainText('In Progress', { useInnerText: true });
    await expect(main).toContainText(/[A-Z][a-z]{2} \d+, \d{4}/, { useInnerText: true });
    if (path !== '/dashboard') await expect(main).toContainText('1 file', { useInnerText: true });
  }
  await open(page, `/projects/${id}`);
  await expect(page.getByRole('main')).toContainText('In Progress', { useInnerText: true });
});

test('moves a card on the board by dragging', async ({ page, account }) => {
  await newProject(account, { title: 'Ridge at Dawn' });
  await page.goto('/projects?view=board');
  const column = (name: string) => page.getByRole('region', { name });
  await column('To Do').getByRole('link').dragTo(column('Completed'));
  await expect(column('Completed').getByRole('article')).toHaveText([/Ridge at Dawn/]);
});

test('text typed into the search does not stop the navigation to another page', async ({
  signedInPage: page,
}) => {
  await page.goto('/projects');
  const code = /\/assets\/storage-[\w-]{8}\.js$/;
  const release = await hold(page, code);
  const asked = page.waitForRequest(code);
  // Paused, so that the link is followed before the search reaches the URL.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.getByLabel('Search').fill('Alpine');
  await page.getByRole('link', { name: 'Storage' }).click();
  await asked;
  // Long enough for the search to reach the URL.
  await page.clock.runFor(2000);
  release();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
  await expect(page).toHaveURL(/\/storage$/);
});
