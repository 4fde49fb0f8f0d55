import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from './support/test.ts';

const PROJECTS = 5000;
const MOST_CARDS = 80;
const INSERT_PROJECTS = join(import.meta.dirname, '../../tests/setup/insert-projects.ts');

// Chromium without a graphics card sometimes draws nothing more while a page scrolls: its compositor waits for tiles that
// nobody makes ("Not activating because pending tree not ready" in its trace), and the page itself is idle.
test.describe.configure({ retries: 1 });

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
    const frame = () =>
      new Promise((resolve, reject) => {
        requestAnimationFrame(resolve);
        setTimeout(reject, 20_000, new Error('Chromium draws no frames'));
      });
    let most = 0;
    while (!document.querySelector(`[aria-posinset="${last}"]`)) {
      window.scrollBy(0, 600);
      await frame();
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
