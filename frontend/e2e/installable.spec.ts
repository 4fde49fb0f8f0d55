import type { Page } from '@playwright/test';

import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

interface Manifest {
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

/** The paths of all that the browser keeps for the offline page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const caches = await window.caches.keys();
    const opened = await Promise.all(caches.map((name) => window.caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

async function openWithWorker(page: Page): Promise<void> {
  await page.goto('/projects');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => kept(page)).toContain('/offline.html');
}

test('can be installed: a manifest with icons of the sizes it names, one for masks', async ({
  page,
}) => {
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.json');
  }
  const answer = await page.request.get('/manifest.json');
  expect(answer.headers()['content-type']).toContain('application/json');
  const manifest = (await answer.json()) as Manifest;
  expect(manifest).toMatchObject({ name: 'Studiolo', start_url: '/dashboard', scope: '/' });
  for (const { src, sizes, type } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type'], src).toContain(type);
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== 'any') expect(size, src).toBe(sizes);
  }
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1);
});

test('without a connection a page says so, and opens by itself when the connection is back', async ({
  signedInPage: page,
}) => {
  await openWithWorker(page);
  await page.context().setOffline(true);
  await page.goto('/storage');
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
});

test('the browser keeps the offline page alone, and nothing of it after signing out', async ({
  signedInPage: page,
}) => {
  await openWithWorker(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  for (const path of await kept(page))
    expect(path).toMatch(
      /^\/((offline\.html|manifest\.json|theme\.js)|assets\/(offline|newsreader-latin)-[^/]+)$/,
    );
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => kept(page)).toEqual([]);
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers).toBe(0);
});
