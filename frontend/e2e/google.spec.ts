import { expect, test } from './support/test.ts';

// A stack that the tests did not start uses the real Google, or none.
test.skip(
  process.env.GOOGLE_CLIENT_ID !== 'studiolo-test',
  'needs the stack with the test provider',
);

test('signs in with Google and arrives at the dashboard', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Gianna Obscura');

  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Google account security settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByText('Email is managed by your Google account')).toBeVisible();
});

test('a cancelled Google sign-in says so and returns to /login after 3 seconds', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText('Google authentication was cancelled or failed');
  await expect(page).toHaveURL(/\/login$/);
});

test('a code that this tab did not ask for is not sent', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.goto('/auth/google/callback?code=stolen&state=made-up');
  await expect(page.getByRole('alert')).toHaveText('Failed to complete Google sign in');
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
});
