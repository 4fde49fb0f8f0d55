import { Socket } from 'node:net';

import { AT_ONCE_BY_USER, UserQueues } from './user-queues.js';

const client = new Socket().setMaxListeners(0);
const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Starts as many requests of a user; gives those that run, each of which ends when it is called. */
function come(queues: UserQueues, user: string, count: number): (() => void)[] {
  const running: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => running.push(resolve));
  for (let index = 0; index < count; index += 1) void queues.run(user, work, client);
  return running;
}

test('each user has a number of requests at once; the next waits for one of them, and those of others do not', async () => {
  const queues = new UserQueues({ RATE_LIMITS: 'on' });
  const ofIris = come(queues, 'iris', AT_ONCE_BY_USER + 1);
  const ofAnna = come(queues, 'anna', 1);
  await tick();
  expect([ofIris.length, ofAnna.length]).toEqual([AT_ONCE_BY_USER, 1]);
  ofIris[0]?.();
  await tick();
  expect(ofIris).toHaveLength(AT_ONCE_BY_USER + 1);
});

test('without rate limits no request waits for its user’s others', async () => {
  const queues = new UserQueues({ RATE_LIMITS: 'off' });
  const running = come(queues, 'iris', AT_ONCE_BY_USER + 1);
  await tick();
  expect(running).toHaveLength(AT_ONCE_BY_USER + 1);
});
