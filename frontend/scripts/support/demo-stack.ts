import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const ROOT = join(import.meta.dirname, '../../..');
const START_LIMIT_MS = 300_000;
/** The profile lists the session by these names. */
const USER_AGENT = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/142.0.0.0 Safari/537.36';
const DEMO = { email: 'demo@studiolo.example', password: 'darkroom' };

export interface DemoSession {
  token: string;
  user: object;
}

export interface DemoStack {
  appUrl: string;
  apiUrl: string;
  /** Of the demonstration account. */
  session: DemoSession;
  /** Stops the stack that was started for this; one that already ran keeps running. */
  stop: () => Promise<void>;
}

async function logInAsDemo(apiUrl: string): Promise<DemoSession | null> {
  const response = await fetch(`${apiUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT },
    body: JSON.stringify(DEMO),
  }).catch(() => null);
  return response?.ok ? ((await response.json()) as DemoSession) : null;
}

async function startStack(appUrl: string, apiUrl: string): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-demo-'));
  const stack = spawn(process.execPath, [join(ROOT, 'infra/stack/start.ts'), '--demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      APP_PORT: new URL(appUrl).port,
      PORT: new URL(apiUrl).port,
      RATE_LIMITS: 'off',
    },
  });
  const stop = async () => {
    if (stack.exitCode === null) {
      const ended = once(stack, 'exit');
      stack.kill('SIGINT');
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise<void>((resolve, reject) => {
    stack.stdout.on('data', (text: Buffer) => {
      if (text.includes('Studiolo is ready')) resolve();
    });
    stack.once('exit', () => {
      reject(new Error('The stack has ended; npm start says why'));
    });
  });
  const tooLong = wait(START_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error('The stack did not start in time');
  });
  await Promise.race([ready, tooLong]).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return stop;
}

/** The stack at APP_URL and API_URL if it has the demonstration account, else a new one that runs until `stop`. */
export async function demoStack(): Promise<DemoStack> {
  const appUrl = process.env.APP_URL ?? 'http://localhost:5173';
  const apiUrl = process.env.API_URL ?? 'http://localhost:3000';
  const running = await logInAsDemo(apiUrl);
  if (running) return { appUrl, apiUrl, session: running, stop: () => Promise.resolve() };
  console.log('No demonstration is running; starting one …');
  const stop = await startStack(appUrl, apiUrl);
  const session = await logInAsDemo(apiUrl);
  if (session) return { appUrl, apiUrl, session, stop };
  await stop();
  throw new Error('The demonstration account cannot sign in');
}

/** A page of the stack in a browser of its own, signed in if there is a session. */
export async function demoPage(
  browser: Browser,
  {
    appUrl,
    session,
    ...options
  }: BrowserContextOptions & { appUrl: string; session: DemoSession | null },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: appUrl,
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  await page.addInitScript((stored) => {
    if (!stored) return;
    localStorage.setItem('token', stored.token);
    localStorage.setItem('user', JSON.stringify(stored.user));
  }, session);
  // An open stream would keep the network from ever being idle.
  await page.route('**/api/events', (route) => route.abort());
  return page;
}
