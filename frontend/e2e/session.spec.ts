import { expect, test } from './support/test.ts';

for (const path of ['/dashboard', '/projects', '/storage', '/profile']) {
  test(`${path} redirects an ended session to /login and clears it`, async ({ page, account }) => {
    await account.api.post('/api/auth/logout');
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    const stored = await page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('user'),
    ]);
    expect(stored).toEqual([null, null]);
  });
}

test('a sign-out in one tab ends the session in the other', async ({ page, account }) => {
  await page.goto('/studio');
  const other = await page.context().newPage();
  await other.goto('/studio');
  await expect(other.getByRole('complementary')).toContainText(account.name);
  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/login$/);
});

test('an unknown path leads to /', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    'AI-powered creative management',
  );
});

test('a protected page redirects a signed-out visitor to /login', async ({ page }) => {
  await page.goto('/projects/new');
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the drawer opens over a backdrop, stops scrolling, and closes on a link', async ({
    page,
    account,
  }) => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toContainText(account.email);
    await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
    await drawer.getByRole('link', { name: 'Studio', exact: true }).click();
    await expect(page).toHaveURL(/\/studio$/);
    await expect(drawer).toBeHidden();
    await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
  });

  test('the drawer closes on its backdrop and returns the focus', async ({ page, account }) => {
    expect(account.token).toBeTruthy();
    await page.goto('/studio');
    const menu = page.getByRole('button', { name: 'Open menu' });
    await menu.click();
    await page.getByTestId('drawer-backdrop').click({ position: { x: 350, y: 400 } });
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden();
    await expect(menu).toBeFocused();
  });
});
