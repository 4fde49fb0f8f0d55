import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from './support/test.ts';

const PROJECTS = 5000;
const MOST_CARDS = 80;
const INSERT_PROJECTS = join(import.meta.dirname, '../../tests/setup/insert-projects.ts');

test('a list of 5,000 projects keeps few cards in the page down to its end, and is searched while typing', async ({
  page,
  account,
}) => {
  test.skip(process.env.TEST_ADMIN_DATABASE_URL === undefined, 'needs the database of the stack');
  test.setTimeout(240_000);
  const projects = Array.from({ length: PROJECTS }, (_, number) => ({
    ...{ title: `Lantern ${number}`, client: `Client ${number % 97}`, status: 'todo' },
  }));
  const input = JSON.stringify({ userId: account.user.id, projects });
  const done = spawnSync(process.execPath, [INSERT_PROJECTS], { input, encoding: 'utf8' });
  expect(done.status, done.stderr).toBe(0);

  await page.goto('/projects');
  await expect(page.getByText('5,000 projects').first()).toBeVisible();
  const mostCards = await page.evaluate(async (last) => {
    let most = 0;
    while (!document.querySelector(`[aria-posinset="${last}"]`)) {
      window.scrollBy(0, 600);
      await new Promise(requestAnimationFrame);
      most = Math.max(most, document.querySelectorAll('article').length);
    }
    return most;
  }, PROJECTS);
  expect(mostCards).toBeLessThan(MOST_CARDS);

  const last = page.getByRole('article').last().getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await last.click();
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(page.locator(`[aria-posinset="${PROJECTS}"]`)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);

  await page.getByLabel('Search').pressSequentially('lantern 4003');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('Lantern 4003');
});
