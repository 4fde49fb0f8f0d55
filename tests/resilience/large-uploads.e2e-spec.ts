// The heaviest work of the gateway and of auth: how much memory it takes, and for how long it blocks the event loop.
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { jpeg } from '@studiolo/testing/samples';

import { RunningStack } from '../support/running-stack.ts';
import { Owner } from './load/owner.ts';
import { eventLoopLagMs, memoryMiB, resetPeakMemory } from './support/process-figures.ts';
import { slowUpload } from './support/slow-upload.ts';

/** The largest file, and the whole quota of an owner. */
const LARGE = jpeg(5 * 1024 * 1024);
const GATEWAY_MIB = 350;
const LAG_MS = 50;
const OWNERS_AT_ONCE = 10;

const stack = RunningStack.duringTests(() => ({ passed: { EMAIL_VERIFICATION: 'off' } }));

interface Studio {
  token: string;
  projectId: string;
}

async function newStudio(): Promise<Studio> {
  const owner = await Owner.signUp(stack().gateways);
  return { token: owner.bearer, projectId: await owner.newProject() };
}

const newStudios = (count: number) =>
  Readable.from(Array(count).keys())
    .map(newStudio, { concurrency: OWNERS_AT_ONCE })
    .toArray() as Promise<Studio[]>;

/** Sends half of every upload, and then the rest; gives the number of each outcome and the gateway's peak memory. */
async function uploadTogether(studios: readonly Studio[]) {
  await resetPeakMemory(stack().pidOf('gateway'));
  const [gateway = ''] = stack().gateways;
  const uploads = studios.map((studio) => slowUpload(gateway, { ...studio, content: LARGE }));
  await Promise.all(uploads.map((upload) => upload.firstHalf()));
  for (const upload of uploads) upload.secondHalf();
  const outcomes = await Promise.all(uploads.map((upload) => upload.outcome));
  const groups = Map.groupBy(outcomes, (outcome) => outcome);
  const counts = Object.fromEntries([...groups].map(([name, { length }]) => [name, length]));
  return { counts, mib: await memoryMiB(stack().pidOf('gateway'), 'VmHWM') };
}

test('[L10 a] 64 uploads of 5 MiB by 64 owners in flight at one gateway: all kept; gateway at most 350 MiB', async () => {
  const studios = await newStudios(64);
  const { counts, mib } = await uploadTogether(studios);
  expect(counts).toEqual({ 201: 64 });
  expect(mib).toBeLessThanOrEqual(GATEWAY_MIB);
});

test('[L10 b] 200 uploads of 5 MiB by 40 owners, whose quota is 5 MiB each, in flight at one gateway: one kept for each owner, the rest refused with 413, or with 503 where too many wait; gateway at most 350 MiB', async () => {
  const studios = await newStudios(40);
  const { counts, mib } = await uploadTogether(Array.from({ length: 5 }, () => studios).flat());
  const { 201: kept, 413: overQuota = 0, 503: crowded = 0, ...others } = counts;
  expect(kept).toBe(40);
  expect(overQuota + crowded).toBe(160);
  expect(others).toEqual({});
  expect(mib).toBeLessThanOrEqual(GATEWAY_MIB);
});

test('[L11] 20 logins a second for 20 s: all succeed; event-loop lag of auth and gateway under 50 ms at the 99th percentile', async () => {
  const owners: Owner[] = [];
  while (owners.length < 20) owners.push(await Owner.signUp(stack().gateways));
  const ports = [stack().plan.opsPorts.auth, stack().plan.opsPorts.gateway].map(
    ([port = 0]) => port,
  );
  await Promise.all(ports.map(eventLoopLagMs));
  const logins: Promise<number>[] = [];
  for (let number = 0; number < 400; number += 1) {
    const owner = owners[number % owners.length];
    if (owner) logins.push(owner.logIn().then(({ status }) => status));
    await delay(50);
  }
  const statuses = new Set(await Promise.all(logins));
  const lags = await Promise.all(ports.map(eventLoopLagMs));
  expect([...statuses]).toEqual([200]);
  for (const p99 of lags) expect(p99).toBeLessThan(LAG_MS);
});
