import type { Page } from '@playwright/test';
import { PASSWORD } from '@studiolo/testing/accounts';

import { newAccount } from './support/accounts.ts';
import { open, PUBLIC_PAGES } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** As browsers do where somebody has blocked cookies and site data. */
function block(page: Page) {
  return page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
    const denied = () => Promise.reject(new DOMException('Access is denied', 'SecurityError'));
    Object.defineProperty(navigator.locks, 'request', { value: denied });
  });
}

function fill(page: Page) {
  return page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
}

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

async function signsInAndSwitches(page: Page): Promise<void> {
  const { email } = await newAccount();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  const before = await theme(page);
  await page
    .getByRole('button', { name: /^Switch to/ })
    .first()
    .click();
  await expect.poll(() => theme(page)).not.toBe(before);
}

test('with site data blocked, pages show themselves, say what is needed, and a session lives for the tab', async ({
  page,
}) => {
  await block(page);
  for (const path of PUBLIC_PAGES) await open(page, path);
  await page.goto('/login');
  await expect(page.getByText(/Allow cookies and site data/)).toBeVisible();
  await signsInAndSwitches(page);
});

test('with a full store, a session lives for the tab', async ({ page }) => {
  await fill(page);
  await signsInAndSwitches(page);
});
