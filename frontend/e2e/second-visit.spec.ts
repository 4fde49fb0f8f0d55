import type { Page } from '@playwright/test';

import { raw } from '../src/test/photographs.ts';
import { JPEG, picture, projectWith, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** Statuses of downloads as they came over the network; 304 has no body. */
async function watchDownloads(page: Page): Promise<number[]> {
  const statuses: number[] = [];
  const downloads = new Set<string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.method === 'GET' && request.url.includes('/api/download/'))
      downloads.add(requestId);
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (downloads.has(requestId)) statuses.push(statusCode);
  });
  return statuses;
}

test('a project page that was open before downloads no file again', async ({ page, account }) => {
  const title = 'Ridge at Dawn';
  const files = [picture('one.png', 200_000), sample('two.NEF', raw({ preview: JPEG }))];
  const id = await projectWith(account, files, { title });
  const statuses = await watchDownloads(page);
  const thumbnails = page.getByRole('list', { name: 'Files' }).locator('img');

  await page.goto(`/projects/${id}`);
  await expect(thumbnails).toHaveCount(2);
  await expect.poll(() => statuses).toEqual([200, 200]);

  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(thumbnails).toHaveCount(2);
  expect(statuses).toEqual([200, 200]);

  // A reloaded page asks the server whether the cached files are current.
  await page.reload();
  await expect(thumbnails).toHaveCount(2);
  await expect.poll(() => statuses).toEqual([200, 200, 304, 304]);
});
