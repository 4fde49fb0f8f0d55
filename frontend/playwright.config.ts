import { defineConfig } from '@playwright/test';

import { browserEnvironment, browserFlags, browserPath } from './e2e/support/browser.ts';

// With APP_URL, API_URL and MAIL_URL, the tests use that stack; without, they start their own.
const isStackGiven = process.env.APP_URL !== undefined;
const setup = ['./e2e/setup/google.setup.ts', '../tests/setup/stack.setup.ts'];

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  ...(!isStackGiven && { globalSetup: setup, globalTeardown: '../tests/setup/teardown.ts' }),
  workers: 2,
  // In continuous integration, a test that passes only on its second try is reported as flaky and does not fail the run.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    ...(isStackGiven && { baseURL: process.env.APP_URL }),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Requests that pass through a worker reach no route of a test; `installable.spec.ts` allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await browserPath(),
      args: browserFlags,
      env: browserEnvironment,
    },
  },
});
