import type { Page } from '@playwright/test';
import { newAccount, PASSWORD } from '@studiolo/testing/accounts';

import { movedOn } from './support/layout-shift.ts';
import { hold, newProject } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** All of the application's scripts, but those that run before the first paint. */
const CODE = /\/assets\/[^/]*\.js$/;
const spinner = (page: Page) => page.getByRole('status', { name: 'Loading', exact: true });

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test.describe(`before its code is there, at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const [path, heading] of [
      ['/login', 'Welcome back'],
      ['/register', 'Get Started'],
      ['/forgot-password', 'Forgot your password?'],
    ] as const)
      test(`${path} is shown to a guest, and nothing moves when the code comes`, async ({
        page,
      }) => {
        const release = await hold(page, CODE);
        await page.goto(path, { waitUntil: 'commit' });
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        await expect(spinner(page)).toBeHidden();
        release();
        await expect(page.getByLabel(/^Email|^Full name/).first()).toBeFocused();
        expect(await movedOn(page)).toEqual([]);
      });

    test('each page of a user has its frame and heading, and nothing moves when the code comes', async ({
      page,
      account,
    }) => {
      const id = await newProject(account);
      for (const [path, heading] of [
        ['/dashboard', /^Welcome, \S/],
        ['/projects', 'Projects'],
        [`/projects/${id}`, 'Loading project'],
        ['/storage', 'Storage'],
      ] as const) {
        const release = await hold(page, CODE);
        const releaseData = await hold(page, '**/api/**');
        await page.goto(path, { waitUntil: 'commit' });
        // Inert, which roles leave out.
        await expect(page.locator('h1').filter({ hasText: heading })).toBeVisible();
        if (viewport.width > 1000)
          await expect(page.getByText(account.email, { exact: true })).toBeVisible();
        await expect(spinner(page)).toBeHidden();
        release();
        await expect(page.locator('[inert]')).toHaveCount(0);
        expect(await movedOn(page), path).toEqual([]);
        releaseData();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
    });
  });
}

test('what is typed and pressed before the code is there signs in once it is', async ({ page }) => {
  const { email } = await newAccount();
  const release = await hold(page, CODE);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible();
});

test('a field that has the focus keeps it and its text when the code comes', async ({ page }) => {
  const release = await hold(page, CODE);
  await page.goto('/register', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.pressSequentially('iris@');
  await page.getByRole('checkbox').check();
  await email.focus();
  release();
  await expect(page.locator('html[data-written-for]')).toHaveCount(0);
  await expect(email).toBeFocused();
  await page.keyboard.type('studio.example');
  await expect(email).toHaveValue('iris@studio.example');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByText(/accept the terms|Email is required/)).toHaveCount(0);
});

test('a guest sees nothing of the pages of users, but the spinner', async ({ page }) => {
  for (const path of ['/dashboard', '/projects', '/projects/0198', '/storage']) {
    const release = await hold(page, CODE);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(spinner(page)).toBeVisible();
    await expect(page.locator('h1')).toBeHidden();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
    await page.unroute(CODE);
  }
});

test('somebody signed in sees no form of a guest, but the spinner', async ({
  signedInPage: page,
}) => {
  const release = await hold(page, CODE);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(spinner(page)).toBeVisible();
  await expect(page.locator('h1')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome, / })).toBeVisible();
});

test('a list that is filtered by its address is not shown as one that is not', async ({
  signedInPage: page,
}) => {
  const release = await hold(page, CODE);
  await page.goto('/projects?view=board', { waitUntil: 'commit' });
  await expect(spinner(page)).toBeVisible();
  release();
  await expect(page.getByRole('region', { name: 'Review' })).toBeVisible();
});
