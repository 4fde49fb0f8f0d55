// What open pages are told while everything behind them is ended. LIVE_OWNERS and LIVE_CHANGES make it larger or smaller.
import { randomUUID } from 'node:crypto';

import { redisAnswers } from '@studiolo/infra/stack/readiness';
import { type Account, freshEmail, PASSWORD, signUp } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { eventually } from '@studiolo/testing/eventually';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { LiveReader } from './support/live-reader.ts';

const size = (name: string, usual: number): number => Number(process.env[name] ?? usual);
const OWNERS = size('LIVE_OWNERS', 20);
const CHANGES = size('LIVE_CHANGES', 600);
const TOLD_WITHIN_MS = 60_000;

let running: RunningStack;
afterEach(() => running.end(), 60_000);

async function newOwner(gateway: string): Promise<Account> {
  const account = { email: freshEmail(), password: PASSWORD };
  const api = new Api('', gateway);
  await signUp({ ...account, name: 'Iris' }, api);
  return { api, ...account };
}

/** One after the other, so that passwords are not in each other's way. */
async function newOwners(count: number, gateway: string): Promise<Account[]> {
  const owners: Account[] = [];
  while (owners.length < count) owners.push(await newOwner(gateway));
  return owners;
}

/** Makes a project whatever it takes, at one gateway or another. */
async function makeProject(token: string, turn: number): Promise<string> {
  const key = { 'idempotency-key': randomUUID() };
  let tries = turn;
  return eventually(() => {
    tries += 1;
    const gateway = running.gateways[tries % running.gateways.length] ?? '';
    return new Api(token, gateway).newProject(undefined, key);
  }, TOLD_WITHIN_MS);
}

async function restartRedis(): Promise<void> {
  running.stack.hold('redis');
  await running.endProcess('redis', 'SIGKILL');
  running.stack.release('redis');
  await eventually(() => redisAnswers(running.plan.ports.redis));
}

testOnRedis(
  `of ${CHANGES} changes of ${OWNERS} owners, none is missed and none is told to somebody else, while gateways, services and Redis are killed`,
  async () => {
    running = await RunningStack.start({
      replicas: { gateway: 2, projects: 2 },
      passed: { EMAIL_VERIFICATION: 'off' },
    });
    const owners = await newOwners(OWNERS, running.gateways[0] ?? '');
    const pages = owners.map(({ api }) => new LiveReader(api.bearer, running.gateways));
    const reading = pages.map((page) => page.run());
    await eventually(() => expect(pages.every(({ isOpen }) => isOpen)).toBe(true));

    const made: string[][] = owners.map(() => []);
    let left = CHANGES;
    const change = async (owner: number): Promise<void> => {
      while (left > 0) {
        left -= 1;
        made[owner]?.push(await makeProject(owners[owner]?.api.bearer ?? '', left));
      }
    };
    const changing = Promise.all(owners.map((_, owner) => change(owner)));
    const madeAll = (share: number) =>
      eventually(() => expect(made.flat().length).toBeGreaterThan(CHANGES * share), 120_000);
    const faults = [
      () => running.endProcess('gateway-1', 'SIGKILL'),
      () => running.endProcess('projects-1', 'SIGKILL'),
      restartRedis,
      () => running.endProcess('gateway-2', 'SIGTERM'),
      () => running.endProcess('projects-2', 'SIGKILL'),
    ];
    for (const [index, fault] of faults.entries()) {
      await madeAll((index + 1) / (faults.length + 2));
      await fault();
    }
    await changing;
    const missed = () =>
      pages.flatMap(({ told, found }, owner) =>
        (made[owner] ?? []).filter((id) => !told.has(id) && !found.has(id)),
      );
    await eventually(() => expect(missed()).toEqual([]), TOLD_WITHIN_MS);
    const foreign = pages.flatMap(({ told }, owner) =>
      [...told.keys()].filter((id) => !made[owner]?.includes(id)),
    );
    expect(foreign).toEqual([]);
    pages.forEach((page) => page.stop());
    await Promise.all(reading);
    const resets = pages.reduce((sum, page) => sum + page.resets, 0);
    process.stdout.write(`  ${CHANGES} changes, 0 missed, 0 foreign, ${resets} resets\n`);
  },
  900_000,
);
