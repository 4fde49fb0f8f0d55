// Clients that keep connections open and send hardly anything.
import { setTimeout as delay } from 'node:timers/promises';

import { newAccount } from '@studiolo/testing/accounts';
import { duringTests } from '@studiolo/testing/during-tests';
import { sendOnly, trickle, type Watched } from '@studiolo/testing/slow-client';

import { RunningStack } from '../support/running-stack.ts';
import { median, millisecondsOf } from './support/samples-of-time.ts';

const IDLE = 1_000;
const SLOW = 50;
/** The gateway's own limits are 30 s for headers and for a body that hardly comes, and 65 s for an idle connection. */
const CLOSED_WITHIN_MS = 80_000;
const READ_EVERY_MS = 250;
/** With these connections open a read may take this much longer than without, in milliseconds. */
const MOST_DELAY_MS = 100;

const stack = RunningStack.duringTests(() => ({}));
const iris = duringTests(() => newAccount());

const port = () => Number(stack().plan.apiPorts[0]);

const slowHeaders = () => trickle(port(), 'POST /api/auth/login HTTP/1.1\r\n', 'x-slow: yes\r\n');
const slowBody = () =>
  trickle(
    port(),
    'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n',
    '{"email":"anna@example.com"',
  );
const slowUpload = () =>
  trickle(
    port(),
    `POST /api/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${iris().api.bearer}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 90000\r\n\r\n',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
  );

const idle = () => sendOnly(port());
const idleAfterOneRequest = () => sendOnly(port(), 'GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');

const many = (count: number, make: () => Watched): Watched[] => Array.from({ length: count }, make);

/** Reads as an honest client until it is told to stop; gives the milliseconds of each. */
async function readUntil(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    times.push(
      await millisecondsOf(async () => {
        expect((await iris().api.get('/api/projects')).status).toBe(200);
      }),
    );
    await delay(READ_EVERY_MS);
  }
  return times;
}

test(`[B9] ${SLOW} clients each with headers, bodies and uploads at a byte a second, ${IDLE} idle connections, and one honest client: all closed by the gateway, by the documented limits; the honest client is served as before`, async () => {
  let reads = 0;
  const alone = median(await readUntil(() => (reads += 1) > 20));
  const watched = [
    ...[slowHeaders, slowBody, slowUpload].flatMap((make) => many(SLOW, make)),
    ...[idle, idleAfterOneRequest].flatMap((make) => many(IDLE / 2, make)),
  ];
  const all = Promise.all(watched.map(({ closedAfterMs }) => closedAfterMs));
  let isOver = false;
  void all.then(() => (isOver = true));
  const beside = await readUntil(() => isOver);
  expect(Math.max(...(await all))).toBeLessThan(CLOSED_WITHIN_MS);
  expect(median(beside)).toBeLessThan(alone + MOST_DELAY_MS);
}, 180_000);
