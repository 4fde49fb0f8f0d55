import { download, picture, projectWith, sample, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('downloads everything as one archive', async ({ page, account }) => {
  const files = [picture('one.png', 3000), sample('notes.txt', 'North window')];
  await projectWith(account, files, { title: 'Harbour: dawn' });
  await page.goto('/profile');
  const button = page.getByRole('button', { name: 'Download everything' });
  const { content: archive } = await download(button);
  expect(archive.includes('files/Harbour dawn/one.png')).toBe(true);
  expect(archive.includes(picture('one.png', 3000).buffer)).toBe(true);
  expect(archive.includes('North window')).toBe(true);
  await expect(toast(page, 'Everything has been downloaded')).toBeVisible();
});
