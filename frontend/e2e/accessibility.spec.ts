import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from './support/test.ts';

const publicPages = [
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/reset-password?token=abc',
  '/verify-email',
  '/verify-email-pending',
  '/auth/google/callback?error=access_denied',
];
const protectedPages = [
  '/dashboard',
  '/projects',
  '/projects/new',
  '/projects/none',
  '/storage',
  '/studio',
  '/profile',
];
const themes = ['light', 'dark'] as const;

async function expectNoFindings(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

for (const theme of themes) {
  test.describe(`axe finds nothing in the ${theme} theme`, () => {
    test.use({ colorScheme: theme });

    for (const path of publicPages) {
      test(`at ${path}`, async ({ page }) => {
        await page.goto(path);
        await expectNoFindings(page);
      });
    }

    for (const path of protectedPages) {
      test(`at ${path}`, async ({ page, account }) => {
        expect(account.token).toBeTruthy();
        await page.goto(path);
        await expectNoFindings(page);
      });
    }

    test('in the forms and dialogs of /profile', async ({ page, account }) => {
      expect(account.token).toBeTruthy();
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Edit Profile' }).click();
      await page.getByRole('button', { name: 'Change Password' }).click();
      await expectNoFindings(page);
      await page.getByRole('button', { name: 'Delete Account' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).include('[role=alertdialog]').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
    });
  });
}
