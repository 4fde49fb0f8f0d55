import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import type { Account } from './support/accounts.ts';
import { newProject } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const PROJECTS = 5000;
const AT_ONCE = 24;
const FIRST_ROWS_WITHIN_MS = 1000;
/** For how long the page is loaded again: one load must be quick enough, because a busy machine delays some. */
const LOADS_WITHIN_MS = 60_000;
const INSERT_PROJECTS = join(
  import.meta.dirname,
  '..',
  '..',
  'tests',
  'setup',
  'insert-projects.ts',
);

const words = ['Ridge', 'Harbour', 'Orchard', 'Lantern', 'Meadow', 'Glacier', 'Atrium', 'Ferry'];

const projects = Array.from({ length: PROJECTS }, (_, number) => ({
  title: `${words[number % words.length]} ${number}`,
  client: `Client ${number % 97}`,
  status: (['todo', 'inprogress', 'review', 'done', 'blocked'] as const)[number % 5] ?? 'todo',
}));

/** Inserts into the database if its address is known, else creates over the API. */
async function seed(account: Account): Promise<void> {
  if (process.env.TEST_ADMIN_DATABASE_URL) {
    const input = JSON.stringify({ userId: account.user.id, projects });
    const done = spawnSync(process.execPath, [INSERT_PROJECTS], { input, encoding: 'utf8' });
    expect(done.status, done.stderr).toBe(0);
    return;
  }
  const left = projects.values();
  const work = async () => {
    for (const project of left) await newProject(account, project);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Makes every page that is loaded from now on record when its first cards are on the screen. */
function watchFirstRows(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const watch = () => {
      if (!document.querySelector('[role=listitem] article')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        performance.mark('first-rows');
      });
    };
    const observer = new MutationObserver(watch);
    observer.observe(document, { childList: true, subtree: true });
  });
}

/** Milliseconds from the answer with the list to the first cards on the screen. */
async function firstRowsAfterData(page: Page): Promise<number> {
  await page.goto('/projects');
  await page.getByRole('article').first().waitFor();
  return page.evaluate(async () => {
    const find = () => performance.getEntriesByName('first-rows')[0];
    while (!find()) await new Promise(requestAnimationFrame);
    const data = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/api/projects?')) as PerformanceResourceTiming;
    return (find()?.startTime ?? Infinity) - data.responseEnd;
  });
}

interface Scroll {
  /** Pixels for each frame. */
  step: number;
  /** The most frames, if the list does not end before. */
  mostFrames: number;
}

/** Scrolls down to the end of the list. Returns the duration of each frame in milliseconds. */
function scroll(page: Page, { step, mostFrames }: Scroll): Promise<number[]> {
  return page.evaluate(
    async ([last, pixels, most]) => {
      const frames: number[] = [];
      let before = performance.now();
      const isAtEnd = () => document.querySelector(`[aria-posinset="${last}"]`) !== null;
      while (!isAtEnd() && frames.length < most) {
        window.scrollBy(0, pixels);
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        frames.push(now - before);
        before = now;
      }
      return frames;
    },
    [PROJECTS, step, mostFrames] as const,
  );
}

function describeFrames(frames: readonly number[]): string {
  const sorted = frames.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `${frames.length} frames, median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`;
}

test('5,000 projects show first rows within a second, scroll smoothly, are left and found again, and searched while typing', async ({
  page,
  account,
}) => {
  test.setTimeout(420_000);
  await seed(account);
  await watchFirstRows(page);
  let firstRows = Infinity;
  await expect(async () => {
    firstRows = await firstRowsAfterData(page);
    expect(firstRows).toBeLessThan(FIRST_ROWS_WITHIN_MS);
  }).toPass({ timeout: LOADS_WITHIN_MS });
  await expect(page.getByText('5,000 projects').first()).toBeVisible();

  const reading = await scroll(page, { step: 100, mostFrames: 240 });
  const racing = await scroll(page, { step: 600, mostFrames: 20_000 });
  console.log(
    [
      `5,000 projects: first rows ${firstRows.toFixed(0)} ms after the data`,
      `scrolling 100 px a frame: ${describeFrames(reading)}`,
      `racing to the end, 600 px a frame: ${describeFrames(racing)}`,
    ].join('\n  '),
  );
  await expect(page.locator(`[aria-posinset="${PROJECTS}"]`)).toBeVisible();
  expect(await page.getByRole('article').count()).toBeLessThan(80);

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
