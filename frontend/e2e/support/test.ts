import { type Page, test as base } from '@playwright/test';
import { environment } from '@studiolo/testing/environment';

import { type Account, newAccount, signInAs } from './accounts.ts';

interface Fixtures {
  /** A verified account whose session every page of the test has. */
  account: Account & { page: Page };
  /** The page of an account of which the test needs to know nothing. */
  signedInPage: Page;
}

/** Playwright's test with the address of the stack. Content policy violations and page errors fail the test. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL }, use) => {
    await use(baseURL ?? environment('APP_URL'));
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) faults.push(message.text());
    });
    await use(page);
    base.expect(faults).toEqual([]);
  },
  account: async ({ page }, use) => {
    const account = await newAccount();
    await signInAs(page.context(), account);
    await use({ ...account, page });
  },
  signedInPage: ({ account }, use) => use(account.page),
});

export { expect } from '@playwright/test';
