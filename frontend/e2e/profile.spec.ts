import { logIn, PASSWORD } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('changes the name and the password, and signs in with the new password', async ({
  page,
  account,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Name').fill('Iris B. Aperture');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Profile updated successfully' }),
  ).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Iris B. Aperture');

  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('Current password').fill('wrong-one');
  await page.getByLabel('New password', { exact: true }).fill('blue-hour-7');
  await page.getByLabel('Confirm new password').fill('blue-hour-7');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Current password is incorrect');
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Password changed successfully' }),
  ).toBeVisible();

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logIn(page, account.email, 'blue-hour-7');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('keeps the theme after a reload and sets it before the first paint', async ({
  page,
  account,
}) => {
  expect(account.email).toBeTruthy();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Switch to dark theme' }).last().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});

test('deletes the account after DELETE is typed, and its login no longer works', async ({
  page,
  account,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete account' });
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await confirm.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Account deleted successfully' }),
  ).toBeVisible();
  await logIn(page, account.email);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
});
