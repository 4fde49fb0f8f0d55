import type { Page } from '@playwright/test';
import { environment } from '@studiolo/testing/environment';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import {
  EVENTS,
  follow,
  hold,
  newProject,
  newProjects,
  picture,
  storeFile,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const AT_ONCE = { timeout: 5_000 };

/** Opens the list, and waits until it is read again, for what it read before its stream was open may be old. */
async function followList(page: Page): Promise<void> {
  let reads = 0;
  const readAgain = page.waitForResponse((response) => {
    if (new URL(response.url()).pathname === '/api/projects') reads += 1;
    return reads === 2;
  });
  await follow(page, '/projects');
  await readAgain;
}

/** Returns what lists the layout shifts from now on. */
async function watchShifts(page: Page) {
  const shifts = await page.evaluateHandle(() => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    return seen;
  });
  return () => shifts.jsonValue();
}

test('a change in one browser shows in another, without a layout shift or a lost focus', async ({
  browser,
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await follow(page, `/projects/${id}`);
  const other = await browser.newPage({ storageState: await page.context().storageState() });
  await followList(other);
  const shifts = await watchShifts(other);
  const link = other.getByRole('link', { name: 'Ridge at Dawn' });
  await link.focus();
  await newProject(account, { title: 'Harbour' });
  await expect(other.getByRole('link', { name: 'Harbour' })).toBeVisible(AT_ONCE);
  await expect(link).toBeFocused();
  expect(await shifts()).toEqual([]);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Ridge at Dusk');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk');
  await expect(other.getByRole('link', { name: 'Ridge at Dusk' })).toBeVisible(AT_ONCE);
  const changed = other.getByRole('article').filter({ hasText: 'Ridge at Dusk' });
  await expect(changed.getByText('Updated elsewhere')).toBeVisible();
  await expect(other.getByText('A project was changed elsewhere')).toHaveRole('status');
  await expect(page.getByText('Updated elsewhere')).toBeHidden();
  await expect(other.getByText('Updated elsewhere')).toHaveCount(0);
  expect(await shifts()).toEqual([]);

  await follow(other, `/projects/${id}`);
  await page.getByRole('radio', { name: 'Review' }).click({ force: true });
  await expect(other.getByRole('radio', { name: 'Review' })).toBeChecked(AT_ONCE);
  await storeFile(account, id, picture('dawn.png'));
  for (const one of [page, other]) await expect(one.getByText('dawn.png')).toBeVisible(AT_ONCE);
  await account.api.delete(`/api/projects/${id}`);
  for (const one of [page, other]) {
    await expect(one.getByRole('heading', { name: 'Project not found' })).toBeVisible(AT_ONCE);
    await expect(one.getByRole('link', { name: 'Back to Projects' })).toBeVisible();
  }
  await other.close();
});

test('dashboard, board and storage show changes of another browser, without a layout shift', async ({
  browser,
  page,
  account,
}) => {
  await newProject(account, { title: 'Harbour' });
  await follow(page, '/dashboard');
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeVisible();
  const dashboardShifts = await watchShifts(page);
  const other = await browser.newPage({ storageState: await page.context().storageState() });
  await other.goto('/projects/new');
  await other.getByLabel('Title').fill('Ridge at Dawn');
  await other.getByLabel('Client').fill('Alpine Press');
  await other.getByRole('button', { name: 'Create Project' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dawn');
  await expect(page.getByRole('link', { name: 'Ridge at Dawn' })).toBeVisible(AT_ONCE);
  expect(await dashboardShifts()).toEqual([]);

  await follow(page, '/projects?view=board');
  await newProject(account, { title: 'Ridge at Dusk' });
  await expect(page.getByRole('link', { name: 'Ridge at Dusk' })).toBeVisible(AT_ONCE);
  const boardShifts = await watchShifts(page);
  await other.getByRole('radio', { name: 'Review' }).click({ force: true });
  const status = page.getByRole('button', { name: /^Status of Ridge at Dawn/ });
  await expect(status).toHaveAccessibleName(/: Review\./, AT_ONCE);
  expect(await boardShifts()).toEqual([]);

  await follow(page, '/storage');
  await other.getByLabel('Choose files').setInputFiles(picture('noon.png'));
  await other.getByRole('button', { name: /^Upload( \d+ files?)?$/ }).click();
  await expect(page.getByText('noon.png')).toBeVisible(AT_ONCE);
  await other.close();
});

test('a change elsewhere keeps the scroll position', async ({ page, account }) => {
  const ids = await newProjects(account, 24);
  await followList(page);
  await page.evaluate(() => window.scrollTo(0, 600));
  const shown = await page.evaluate(() => window.scrollY);
  await account.api.put(`/api/projects/${ids[0]}`, { title: 'Ridge at Night' });
  await expect(page.getByText('A project was changed elsewhere')).toBeAttached(AT_ONCE);
  expect(await page.evaluate(() => window.scrollY)).toBe(shown);
});

test('the tabs of a browser share one stream, which another tab continues when its tab is closed', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  let streams = 0;
  page.context().on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/events')) streams += 1;
  });
  await follow(page, '/dashboard');
  const tab = await page.context().newPage();
  await tab.goto(`/projects/${id}`);
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon' });
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Noon', AT_ONCE);
  expect(streams).toBe(1);
  await page.close();
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Dusk' });
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk', AT_ONCE);
  expect(streams).toBe(2);
});

test('a tab that opens late misses no change', async ({ page, account }) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await follow(page, '/dashboard');
  const tab = await page.context().newPage();
  const release = await hold(tab, /\/assets\/live-updates-[\w-]{8}\.js$/);
  await tab.goto(`/projects/${id}`, { waitUntil: 'commit' });
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dawn');
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon' });
  release();
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Noon', AT_ONCE);
});

test('a laptop shows missed changes at once after a sleep in which its connection broke', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  const network = await TcpProxy.to(() => environment('API_URL'));
  await page.route(EVENTS, (route) =>
    route.continue({ url: `http://${network.address}/api/events` }),
  );
  await page.clock.install();
  await follow(page, `/projects/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dawn');
  network.stall();
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon' });
  const again = page.waitForResponse(EVENTS);
  // An hour later, every timer of the page is due.
  await page.clock.pauseAt(Date.now() + 60 * 60_000);
  await again;
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Noon', AT_ONCE);
  await network.close();
});
