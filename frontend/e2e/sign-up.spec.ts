import { linkMailedTo } from '@studiolo/testing/mailbox';

import { freshEmail, logIn, newAccount, PASSWORD } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

test('signs up, follows the mailed link and arrives at the dashboard', async ({ page }) => {
  const email = freshEmail();
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await page.getByLabel('Full name').fill('Iris Aperture');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    await page.getByRole('button', { name: title }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/verify-email-pending$/);
  await expect(page.getByText(email)).toBeVisible();

  const link = await linkMailedTo(email, '/verify-email');
  expect(link.searchParams.get('email')).toBe(email);
  const dashboardCode = page.waitForRequest(/\/assets\/dashboard-[^/]*\.js$/);
  // With a stopped clock, the redirect waits until the code of its page has been asked for.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await dashboardCode;
  await page.clock.resume();
  await expect(page.getByRole('listitem').filter({ hasText: 'Welcome' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Iris Aperture');
  await expect(page.getByRole('link', { name: 'Create Your First Project' })).toBeVisible();
});

test('sends an unverified account from /login to the pending page, and resends the mail', async ({
  page,
}) => {
  const email = freshEmail();
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Iris Aperture');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/verify-email-pending$/);

  await logIn(page, email);
  await expect(page).toHaveURL(/\/verify-email-pending$/);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Please verify your email before logging in' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Verification email sent! Check your inbox.' }),
  ).toBeVisible();
});

test('a used verification link says why it fails', async ({ page }) => {
  const { email } = await newAccount();
  const link = await linkMailedTo(email, '/verify-email');
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('alert')).toHaveText(
    'This verification link is invalid or has expired',
  );
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
});

test('shows a wrong password on /login without a reload', async ({ page }) => {
  const { email } = await newAccount();
  await logIn(page, email, 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('requests a reset link, sets a new password and returns to /login after 3 seconds', async ({
  page,
}) => {
  const { email } = await newAccount();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The previous page has a field of that name, too.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  const link = await linkMailedTo(email, '/reset-password');
  await page.goto(link.pathname + link.search);
  await page.getByLabel('New password', { exact: true }).fill('blue-hour-7');
  await page.getByLabel('Confirm new password').fill('blue-hour-7');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText(/Your password has been changed/)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, email, 'blue-hour-7');
  await expect(page).toHaveURL(/\/dashboard$/);
});
