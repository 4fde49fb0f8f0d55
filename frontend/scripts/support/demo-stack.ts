import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Api } from '@studiolo/testing/api';
import { npmStart } from '@studiolo/testing/npm-start';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { type Session, signInAs } from '../../e2e/support/accounts.ts';

/** The profile lists the session by these names. */
const USER_AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0.0.0 Safari/537.36';
const DEMO = { email: 'demo@studiolo.example', password: 'darkroom' };

export interface DemoStack {
  appUrl: string;
  /** Of the demonstration account. */
  session: Session;
  /** Stops the stack that was started for this; one that already ran keeps running. */
  stop: () => Promise<void>;
}

async function logInAsDemo(apiUrl: string): Promise<Session | null> {
  const api = new Api('', apiUrl);
  const headers = { 'user-agent': USER_AGENT };
  const answer = await api.post('/api/auth/login', DEMO, headers).catch(() => null);
  if (answer?.status !== 200) return null;
  api.bearer = String(answer.body.token);
  return { api, user: answer.body.user };
}

async function startStack(appUrl: string, apiUrl: string): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-demo-'));
  const ports = { APP_PORT: new URL(appUrl).port, PORT: new URL(apiUrl).port };
  const env = { ...process.env, ...ports, DATA_DIR: dataDir, RATE_LIMITS: 'off' };
  const runner = npmStart({ args: ['--demo'], env });
  const stop = async () => {
    await runner.end();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await runner.ready();
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The stack at APP_URL and API_URL if it has the demonstration account, else a new one that runs until `stop`. */
export async function demoStack(): Promise<DemoStack> {
  const appUrl = process.env.APP_URL ?? 'http://localhost:5173';
  const apiUrl = process.env.API_URL ?? 'http://localhost:3000';
  const running = await logInAsDemo(apiUrl);
  if (running) {
    const isServed = await fetch(appUrl).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isServed) throw new Error(`${apiUrl} answers and ${appUrl} does not; set APP_URL`);
    return { appUrl, session: running, stop: () => Promise.resolve() };
  }
  console.log('No demonstration is running; starting one …');
  const stop = await startStack(appUrl, apiUrl);
  const session = await logInAsDemo(apiUrl);
  if (session) return { appUrl, session, stop };
  await stop();
  throw new Error('The demonstration account cannot sign in');
}

/** A page of the stack in a browser of its own, signed in if there is a session. */
export async function demoPage(
  browser: Browser,
  { appUrl: baseURL, session }: Pick<DemoStack, 'appUrl'> & { session: Session | null },
  options: BrowserContextOptions,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  if (session) await signInAs(context, session, baseURL);
  const page = await context.newPage();
  // An open stream would keep the network from ever being idle.
  await page.route('**/api/events', (route) => route.abort());
  return page;
}

/** Waits until nothing loads and no skeleton is left; scrolls, because pictures load when they come into view. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const end of ['bottom', 'top']) {
    await page.evaluate(async (to) => {
      window.scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight);
      // Pictures notice by the second frame that they have come into view.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    }, end);
    await page.waitForFunction(
      () => document.querySelector('[aria-busy="true"], [data-loading]') === null,
    );
  }
  await page.evaluate(() => document.fonts.ready);
}
