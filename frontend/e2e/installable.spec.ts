import { expect, test } from './support/test.ts';

test('has a manifest with icons that exist, so that it can be installed', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(new URL(href ?? '', baseURL).href);
  const manifest = (await answer.json()) as { icons: { src: string; type: string }[] };
  expect(manifest).toMatchObject({ name: 'Studiolo', display: 'standalone', scope: '/' });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(new URL(src, baseURL).href);
    expect(icon.headers()['content-type'], src).toContain(type);
  }
});

test('says that there is no connection, and caches none of the user’s data', async ({
  signedInPage: page,
}) => {
  await page.goto('/projects');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const opened = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(['/logo.svg', '/offline.css', '/offline.html']);
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
});
