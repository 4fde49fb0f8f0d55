import type { Page } from '@playwright/test';

import { type Account, signInAs } from './support/accounts.ts';
import { newProject, picture, storeFile } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const AT_ONCE = { timeout: 5_000 };
const EVENTS = '**/api/events';

/** Another browser of the same person. */
async function otherBrowser(page: Page, account: Account): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const context = await page.context().browser()?.newContext({ baseURL, reducedMotion: 'reduce' });
  if (!context) throw new Error('The page has no browser of its own');
  const other = await context.newPage();
  await signInAs(other, account);
  return other;
}

/** Opens a page, and waits until it is told of changes. */
async function follow(page: Page, path: string): Promise<void> {
  const streaming = page.waitForResponse(EVENTS);
  await page.goto(path);
  expect((await streaming).status()).toBe(200);
}

/** Sums up what moves on the page from now on without anybody having touched it. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const watched = window as unknown as { shifts: number };
    watched.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        watched.shifts += (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

test('what is done in one browser shows in the other one, and nothing moves there', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await follow(page, `/projects/${id}`);
  const other = await otherBrowser(page, account);
  await follow(other, '/projects');
  // What was read before the stream began is read once more.
  await page.waitForTimeout(1_500);
  const shifts = await watchShifts(other);

  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Ridge at Dusk');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk');
  await expect(other.getByRole('link', { name: 'Ridge at Dusk' })).toBeVisible(AT_ONCE);
  await expect(other.getByText('Updated elsewhere')).toBeVisible();
  await expect(other.getByText('A project was changed elsewhere')).toHaveRole('status');
  await expect(page.getByText('Updated elsewhere')).toBeHidden();
  await expect(other.getByText('Updated elsewhere')).toBeHidden();
  expect(await shifts()).toBe(0);

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
  await other.context().close();
});

test('dashboard, board, storage and profile follow', async ({ page, account }) => {
  await follow(page, '/dashboard');
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await expect(page.getByRole('link', { name: 'Ridge at Dawn' })).toBeVisible(AT_ONCE);

  await follow(page, '/projects?view=board');
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon', status: 'review' });
  await expect(page.getByRole('link', { name: 'Ridge at Noon' })).toBeVisible(AT_ONCE);

  await follow(page, '/storage');
  await storeFile(account, id, picture('noon.png'));
  await expect(page.getByText('noon.png')).toBeVisible(AT_ONCE);

  await follow(page, '/profile');
  await account.api.put('/api/auth/profile', { name: 'Iris Bokeh' });
  await expect(page.getByRole('main').getByText('Iris Bokeh')).toBeVisible(AT_ONCE);
});

test('what is typed, and where one has scrolled to, stays', async ({ page, account }) => {
  const ids = [];
  for (let count = 0; count < 24; count++) ids.push(await newProject(account));
  await follow(page, '/projects');
  await page.waitForTimeout(1_500);
  await page.evaluate(() => window.scrollTo(0, 600));
  const shown = await page.evaluate(() => window.scrollY);
  await account.api.put(`/api/projects/${ids[0]}`, { title: 'Ridge at Night' });
  await expect(page.getByText('A project was changed elsewhere')).toBeAttached(AT_ONCE);
  expect(await page.evaluate(() => window.scrollY)).toBe(shown);

  await follow(page, `/projects/${ids[0]}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Half a ti');
  await account.api.put(`/api/projects/${ids[0]}`, { client: 'Alpine Books' });
  await expect(page.locator('dd', { hasText: 'Alpine Books' })).toBeAttached(AT_ONCE);
  await expect(page.getByLabel('Title')).toHaveValue('Half a ti');
  await expect(page.getByLabel('Title')).toBeFocused();
});

test('the tabs of a browser share one stream, which goes on when its tab is closed', async ({
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

test('a tab that begins to follow late misses nothing', async ({ page, account }) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await follow(page, '/dashboard');
  const tab = await page.context().newPage();
  const mayLoad = Promise.withResolvers<undefined>();
  await tab.route(/\/assets\/live-updates-[\w-]{8}\.js$/, async (route) => {
    await mayLoad.promise;
    await route.continue();
  });
  await tab.goto(`/projects/${id}`, { waitUntil: 'commit' });
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dawn');
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon' });
  mayLoad.resolve(undefined);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Ridge at Noon', AT_ONCE);
});

test('a session that is ended elsewhere is over here', async ({ page, account }) => {
  await follow(page, '/dashboard');
  const { body } = await account.api.get('/api/auth/sessions');
  const [session] = body.sessions as { id: string }[];
  await account.api.delete(`/api/auth/sessions/${session?.id}`);
  await expect(page).toHaveURL(/\/login$/, AT_ONCE);
});

test('a connection that is down says so after ten seconds, and heals by itself', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridge at Dawn' });
  await page.route(EVENTS, (route) => route.abort());
  await page.goto(`/projects/${id}`);
  const paused = page.getByText('Live updates are paused').last();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(paused).toBeHidden();
  await expect(paused).toBeVisible();
  await account.api.put(`/api/projects/${id}`, { title: 'Ridge at Noon' });
  await page.unroute(EVENTS);
  // As a laptop that wakes up does.
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Noon', AT_ONCE);
  await expect(paused).toBeHidden();
});
