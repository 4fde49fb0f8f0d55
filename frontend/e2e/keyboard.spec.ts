import { newAccount, PASSWORD } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('signs in, moves through the menu, opens the profile and logs out with the keyboard alone', async ({
  page,
}) => {
  const { email, name } = await newAccount();
  const { keyboard } = page;
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('complementary').getByRole('link', { name: 'Studio', exact: true }).focus();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/studio$/);
  await expect(page.getByRole('main')).toBeFocused();

  await page.getByRole('link', { name: new RegExp(`^Profile of ${name}`) }).focus();
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/profile$/);

  const logout = page.getByRole('complementary').getByRole('button', { name: 'Logout' });
  await logout.focus();
  await keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Logout' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(logout).toBeFocused();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('the first Tab reaches a link that skips the menu', async ({ page, account }) => {
  expect(account.token).toBeTruthy();
  await page.goto('/studio');
  await page.getByRole('heading', { name: 'Studio', level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a dialog traps the focus', async ({ page, account }) => {
  expect(account.token).toBeTruthy();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete Account' }).press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
});
