import type { Page } from '@playwright/test';
import { freshEmail, newAccount, PASSWORD, signIn } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { linkMailedTo } from '@studiolo/testing/mailbox';

import { expect, test } from './support/test.ts';

/** Fills the form of /register but for the terms. */
async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Full name').fill('Iris Aperture');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
}

test('signs up beside the terms, and the dashboard loads while the mailed link is confirmed', async ({
  page,
}) => {
  const email = freshEmail();
  await fillSignUp(page, email);
  for (const title of ['Terms of Service', 'Privacy Policy']) {
    await page.getByRole('button', { name: title }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();

  const link = await linkMailedTo(email, '/verify-email');
  expect(link.searchParams.get('email')).toBe(email);
  // The file of what users load has the dashboard; the page of the link does not need it.
  const dashboardCode = page.waitForRequest(/\/assets\/users-[^/]*\.js$/);
  // With a stopped clock, the redirect waits until the code of its page has been asked for.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await page.goto(link.pathname + link.search);
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expect(page.getByText(/was signed up for as/)).toHaveCount(0);
  await dashboardCode;
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Iris Aperture');
});

test('a mailed link that opens in a new tab keeps the password, although a stranger signed up with the address', async ({
  page,
  context,
}) => {
  const email = freshEmail();
  const stranger = { email, password: 'typed by a stranger', name: 'Eve' };
  await new Api().post('/api/auth/signup', stranger);
  await linkMailedTo(email, '/verify-email');
  await fillSignUp(page, email);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/verify-email-pending$/);

  const link = await linkMailedTo(email, '/verify-email');
  const newTab = await context.newPage();
  await newTab.goto(link.pathname + link.search);
  await expect(newTab.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expect(newTab.getByText(/none was set|was signed up for as/)).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await signIn({ email, password: PASSWORD }, new Api())).toBe(true);
  expect(await signIn(stranger, new Api())).toBe(false);
});

test('the mailed link sets a new password, with which the person signs in', async ({ page }) => {
  const { email } = await newAccount();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();

  const link = await linkMailedTo(email, '/reset-password');
  await page.goto(link.pathname + link.search);
  await page.getByLabel('New password', { exact: true }).fill('blue-hour-7');
  await page.getByLabel('Confirm new password').fill('blue-hour-7');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('blue-hour-7');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signs in with Google and arrives at the dashboard', async ({ page }) => {
  // A stack that the tests did not start uses the real Google, or none.
  test.skip(process.env.GOOGLE_CLIENT_ID !== 'studiolo-client', 'needs the test provider');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Gianna Obscura');
});
