import { expect, test } from './support/test.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is read and leads on', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('creative management');
    await expect(page.getByRole('img', { name: /Ridges|project/i }).first()).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('the landing page changes its theme, and names the change that comes next', async ({
  page,
}) => {
  await page.goto('/');
  const scripts = await page.locator('script[src]').count();
  expect(scripts).toBe(2);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const toLight = page.getByRole('button', { name: 'Switch to light theme' });
  await expect(toLight).toBeFocused();
  await page.reload();
  await expect(toLight).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the landing page shows the second image of the logo when the first is missing', async ({
  page,
}) => {
  await page.route('**/logo.svg', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', '/logo.png');
});
