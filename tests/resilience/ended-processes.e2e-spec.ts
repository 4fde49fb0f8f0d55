// Processes are killed or told to end, one after another or all at once.
import { SCALABLE, SERVICES } from '@studiolo/infra/stack/plan';
import { answersOk } from '@studiolo/infra/stack/readiness';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { type Death, RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';

const ANSWERS_BETWEEN = 200;
const MOST_MS = 10_000;
const PROBE_EVERY_MS = 200;
const TWO_OF_EACH = { auth: 2, projects: 2, storage: 2 };

/** Ends the first replica of each part and then the second, under load; nothing may be seen of it. */
async function endEach(
  running: RunningStack,
  addresses: readonly string[],
  parts: readonly string[],
  signal: NodeJS.Signals,
) {
  const load = await Load.start(addresses);
  const ends = [];
  for (const replica of [1, 2]) {
    for (const part of parts) {
      await load.answersFlow(ANSWERS_BETWEEN);
      ends.push(await running.endProcess(`${part}-${replica}`, signal));
    }
    await load.answersFlow(ANSWERS_BETWEEN);
    await running.ready();
  }
  const report = await load.finish();
  expect(report.failed).toEqual({});
  expect(report.damage).toEqual([]);
  return ends;
}

/** Works behind a load balancer, which gives each connection to the next gateway that is ready. */
async function behindBalancer<Result>(
  gateways: readonly string[],
  work: (address: string) => Promise<Result>,
): Promise<Result> {
  const ready = new Set(gateways);
  let turn = 0;
  const probe = (gateway: string) =>
    answersOk(`${gateway}/health/ready`).then(
      () => ready.add(gateway),
      () => ready.delete(gateway),
    );
  const probing = setInterval(() => gateways.map(probe), PROBE_EVERY_MS);
  await using balancer = await TcpProxy.to(() => {
    turn += 1;
    return [...ready][turn % ready.size] ?? gateways[0] ?? '';
  });
  return await work(`http://${balancer.address}`).finally(() => clearInterval(probing));
}

function expectCleanEnds(ends: readonly (Death & { tookMs: number })[]): void {
  expect(ends.filter(({ ending }) => ending !== 'code 0')).toEqual([]);
  expect(Math.max(...ends.map(({ tookMs }) => tookMs))).toBeLessThan(MOST_MS);
}

testOnRedis(
  '[F1] SIGKILL to each of two replicas of auth, projects and storage in turn, under the load of 50 clients: 0 failed, 0 lost, 0 doubled',
  () =>
    RunningStack.during(
      { replicas: TWO_OF_EACH, passed: { EMAIL_VERIFICATION: 'off' } },
      async (running) => {
        await endEach(running, running.gateways, SERVICES, 'SIGKILL');
      },
    ),
);

testOnRedis(
  '[F2] SIGTERM to every process in turn, two of each, two gateways behind a balancer, under the load of 50 clients: 0 failed, 0 lost, 0 doubled; each ends with code 0 in under 10 s',
  () =>
    RunningStack.during(
      {
        replicas: { ...TWO_OF_EACH, gateway: 2 },
        // A gateway that ends serves until the balancer has noticed, as in compose and the chart.
        passed: { EMAIL_VERIFICATION: 'off', SHUTDOWN_DELAY_MS: '2000' },
      },
      async (running) => {
        const ends = await behindBalancer(running.gateways, (address) =>
          endEach(running, [address], SCALABLE, 'SIGTERM'),
        );
        expectCleanEnds(ends);
      },
    ),
);

testOnRedis(
  '[F6] SIGTERM to every process while Redis is down: each ends with code 0 in under 10 s',
  () =>
    RunningStack.during({}, async (running) => {
      running.stack.hold('redis');
      await running.endProcess('redis', 'SIGKILL');
      const ends = SCALABLE.map((name) => running.endProcess(name, 'SIGTERM'));
      expectCleanEnds(await Promise.all(ends));
    }),
);
