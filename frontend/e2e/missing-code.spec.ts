import type { Page } from '@playwright/test';

import { heic, xmp } from '../src/test/photographs.ts';
import { picture, preview, projectWith, sample, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** Blocks files of the application, as when the connection is lost for a moment. */
async function withhold(page: Page, files: string) {
  const address = new RegExp(`/assets/(?:${files})-[^/]*\\.js$`);
  await page.route(address, (route) => route.abort());
  // Keeps the page from reloading itself, which it does at most once a minute when a chunk is missing.
  await page.addInitScript(() => {
    sessionStorage.setItem('reloaded-for-chunk', String(Date.now()));
  });
  return { giveBack: () => page.unroute(address) };
}

const answer = (page: Page) => page.getByRole('dialog', { name: 'This could not be loaded' });

test('a button whose dialog cannot be fetched says so, and works after a reload', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const code = await withhold(page, 'drawer|palette|client-zip|archive-entries');
  await page.goto('/profile');
  for (const name of ['Open menu', 'Go anywhere']) {
    await page.getByRole('button', { name }).click();
    await expect(answer(page)).toContainText('Check your connection and load the page again.');
    await page.keyboard.press('Escape');
    await expect(answer(page)).toBeHidden();
  }
  await page.getByRole('button', { name: 'Download everything' }).click();
  await expect(toast(page, 'This could not be loaded. Check your connection')).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await code.giveBack();
  await answer(page).getByRole('button', { name: 'Load again' }).click();
  await expect(answer(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
});

test('a status whose menu could not be fetched says so when it is pressed, and works after a reload', async ({
  page,
  account,
}) => {
  await projectWith(account, [], { title: 'Ridge', status: 'review' });
  const code = await withhold(page, 'status-dropdown');
  await page.goto('/projects');
  const status = page.getByRole('button', { name: /^Status of Ridge.* Change$/ });
  await status.click();
  await expect(toast(page, 'This could not be loaded. Check your connection')).toBeVisible();
  // Chromium remembers an import that has failed until then.
  await code.giveBack();
  await page.reload();
  await expect(status).toHaveAttribute('aria-haspopup', 'menu');
  await status.click();
  await expect(page.getByRole('menu', { name: 'Status of Ridge' })).toBeVisible();
});

test('offline, a page that is not loaded yet leaves the menu, and opens once the connection is back', async ({
  page,
  account,
}) => {
  // Only so that the page does not reload itself when the connection is back.
  await withhold(page, 'none');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline').last()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Studio' })
    .click();
  const missing = page.getByRole('heading', { name: 'This page could not be shown' });
  await expect(missing).toBeVisible();
  const again = page.getByRole('button', { name: 'Load again' });
  await again.click();
  await expect(missing).toBeVisible();
  await expect(page.getByRole('banner')).toContainText(account.email);
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  await again.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Studio' })).toBeVisible();
});

test('a preview whose code cannot be fetched says so and can be retried', async ({
  page,
  account,
}) => {
  const town = heic({ xmp: xmp('photoshop:City="Lisboa"') });
  const code = await withhold(page, 'embedded|camera\\.worker');
  await preview(page, account, [sample('1.HEIC', town), picture('2.png')]);
  const dialog = page.getByRole('dialog', { name: '1.HEIC' });
  await expect(dialog).toContainText('The preview could not be loaded.');
  await dialog.getByRole('button', { name: 'Details' }).click();
  await expect(dialog).toContainText('What the camera wrote could not be loaded.');
  await code.giveBack();
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(dialog).toContainText('Contains a location');
  await dialog.getByRole('button', { name: 'Load again' }).click();
  await expect(dialog).toContainText('There is no preview for this file.');
});

test('a line that breaks while the page starts takes no toasts, live updates or upload tray away', async ({
  page,
  account,
}) => {
  const projectId = await projectWith(account, []);
  const changes = page.waitForRequest('**/api/events');
  await page.goto(`/projects/${projectId}`, { waitUntil: 'commit' });
  await expect(page.getByLabel('Choose files')).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline').last()).toBeVisible();
  await page.context().setOffline(false);
  await changes;
  await page.getByLabel('Choose files').setInputFiles(picture('1.png'));
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page, 'File uploaded successfully')).toBeVisible();
  await account.api.put(`/api/projects/${projectId}`, { title: 'Ridge at Dusk' });
  await expect(page.getByRole('heading', { level: 1, name: 'Ridge at Dusk' })).toBeVisible();
});
