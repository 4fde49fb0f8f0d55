// Open pages whose gateway ends. LIVE_STREAMS is their number; 5,000 need 10,000 open files.
import { setTimeout as delay } from 'node:timers/promises';

import { freshEmail, PASSWORD, signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';
import { LivePage } from '@studiolo/testing/live-page';

import { RunningStack } from '../support/running-stack.ts';

const STREAMS = Number(process.env.LIVE_STREAMS ?? 500);
const STREAMS_OF_A_SESSION = 8;
const CALM_CALLERS = 5;
const CALM_PAUSE_MS = 50;
const BACK_WITHIN_MS = 60_000;
const SECOND_MS = 1_000;

let running: RunningStack;
beforeAll(async () => {
  running = await RunningStack.start({
    replicas: { gateway: 2 },
    passed: { EMAIL_VERIFICATION: 'off' },
  });
}, 120_000);
afterAll(() => running.end(), 60_000);

/** Calls again and again until it is told to stop; gives every status it was answered with. */
async function callCalmly(api: Api, isOver: () => boolean): Promise<Set<number>> {
  const statuses = new Set<number>();
  while (!isOver()) {
    statuses.add((await api.get('/api/projects')).status);
    await delay(CALM_PAUSE_MS);
  }
  return statuses;
}

/** The largest share of the pages that are asked to come back within the same second. */
function largestCrowd(pages: readonly LivePage[]): number {
  const counts = new Map<number, number>();
  for (const { retryMs } of pages) {
    const second = Math.floor(retryMs / SECOND_MS);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(...counts.values()) / pages.length;
}

test(`${STREAMS} streams whose gateway ends come back to another one over several seconds: none is refused, and no other call there fails meanwhile`, async () => {
  const [first = '', second = ''] = running.gateways;
  const tokens: string[] = [];
  while (tokens.length * STREAMS_OF_A_SESSION < STREAMS) {
    const api = new Api('', first);
    await signUp({ name: 'Iris', email: freshEmail(), password: PASSWORD }, api);
    tokens.push(api.bearer);
  }
  const pages: LivePage[] = [];
  const reading: Promise<void>[] = [];
  for (const token of tokens) {
    const some = Array.from(
      { length: STREAMS_OF_A_SESSION },
      () => new LivePage({ token, gateways: () => [first, second], readAll: () => [] }),
    );
    reading.push(...some.map((page) => page.run()));
    pages.push(...some);
    await eventually(() => expect(some.every(({ isOpen }) => isOpen)).toBe(true));
  }

  let isOver = false;
  const calm = tokens
    .slice(0, CALM_CALLERS)
    .map((token) => callCalmly(new Api(token, second), () => isOver));
  const { ending } = await running.endProcess('gateway-1', 'SIGTERM');
  await eventually(
    () => expect(pages.filter(({ isOpen }) => !isOpen)).toHaveLength(0),
    BACK_WITHIN_MS,
  );
  isOver = true;
  const statuses = await Promise.all(calm);
  pages.forEach((page) => page.stop());
  await Promise.all(reading);

  expect(ending).toBe('code 0');
  expect(new Set(statuses.flatMap((some) => [...some]))).toEqual(new Set([200]));
  expect(pages.filter(({ failures }) => failures > 0)).toHaveLength(0);
  expect(largestCrowd(pages)).toBeLessThan(0.5);
}, 900_000);
