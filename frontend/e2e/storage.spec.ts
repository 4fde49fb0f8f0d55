import { MIB, newProject, picture, storeFile, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const LOW = "You're running low on storage space. Consider deleting unused files.";

test('the gauge turns yellow at 70 %, red with a warning at 90 %, and normal after a deletion', async ({
  page,
  account,
}) => {
  const id = await newProject(account, { title: 'Ridgeline' });
  await storeFile(account, id, picture('base.png', 3.5 * MIB));
  await page.goto('/storage');
  const gauge = page.getByRole('progressbar', { name: 'Storage used' });
  await expect(gauge).toHaveAttribute('data-level', 'warning');
  await expect(page.getByText('70%', { exact: true })).toBeVisible();
  await expect(page.getByText(LOW)).toBeHidden();

  await storeFile(account, id, picture('more.png', MIB));
  await page.reload();
  await expect(gauge).toHaveAttribute('data-level', 'critical');
  await expect(page.getByText('90%', { exact: true })).toBeVisible();
  await expect(page.getByText(LOW)).toBeVisible();

  await page.getByRole('link', { name: 'more.png' }).click();
  await expect(page.getByRole('dialog', { name: 'more.png' })).toBeVisible();
  await page.goBack();
  await page.getByRole('checkbox', { name: 'Select base.png' }).check();
  await page.getByRole('checkbox', { name: 'Select more.png' }).check();
  await expect(page.getByText('2 selected, frees 4.5 MB').last()).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();

  const names = page.getByRole('table').getByRole('rowheader');
  await expect(names).toHaveText(['base.png', 'more.png']);
  await page.getByRole('button', { name: 'Delete base.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'File deleted successfully')).toBeVisible();
  await expect(gauge).toHaveAttribute('data-level', 'normal');
  await expect(names).toHaveText(['more.png']);
  await expect(page.getByText('20%', { exact: true })).toBeVisible();
  await expect(page.getByText(LOW)).toBeHidden();
});

test('says Failed to fetch storage data and fetches it on Retry', async ({ page, account }) => {
  expect(account.token).toBeTruthy();
  await page.goto('/studio');
  // Loads the chunk of the page before the network is cut.
  await page.getByRole('complementary').getByRole('link', { name: 'Storage' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.goto('/studio');
  await page.context().setOffline(true);
  await page.getByRole('complementary').getByRole('link', { name: 'Storage' }).click();
  await expect(page.getByText('Failed to fetch storage data')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
});
