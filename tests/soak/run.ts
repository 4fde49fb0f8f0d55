// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7 --clients 32 --scale auth=2 projects=2 storage=3 gateway=2
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { cp } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { dataFolder } from '@studiolo/infra/stack/plan';
import { eventually } from '@studiolo/testing/eventually';

import { Load } from '../resilience/load/load.ts';
import { reservedBytes } from '../resilience/support/admin.ts';
import { Random } from '../support/random.ts';
import { BrokenStack, type Replicas } from './broken-stack.ts';
import { Editors } from './editors.ts';
import { Leavers } from './leavers.ts';

const FAULTS_AT_ONCE = { least: 1, most: 4 };
const BEGINS_WITHIN_MS = 3_000;
const LASTS_MS = { least: 200, most: 8_000 };
/** Answers before faults begin and after they have ended. */
const ANSWERS_AROUND = 100;
const BACK_WITHIN_MS = 60_000;
/** A reservation whose upload went silent is released after a minute. */
const RELEASED_WITHIN_MS = 90_000;
/** What a client may see while things are broken. Anything else that is a status is a violation. */
const HONEST = /(^| )(503|E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    clients: { type: 'string', default: '32' },
    scale: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const seed = Number(values.seed);
const replicas: Replicas = { auth: 2, projects: 2, storage: 2, gateway: 2 };
for (const part of [...values.scale, ...positionals]) {
  const [name = '', count] = part.split('=');
  replicas[name as keyof Replicas] = Number(count);
}

const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
const say = (text: string) => console.log(`[${String(seconds()).padStart(4)} s] ${text}`);

async function breakThings(stack: BrokenStack, random: Random): Promise<string[]> {
  const count = Math.floor(random.between(FAULTS_AT_ONCE.least, FAULTS_AT_ONCE.most + 1));
  const faults = Array.from({ length: count }, () => ({
    fault: stack.fault(random),
    afterMs: random.between(0, BEGINS_WITHIN_MS),
    forMs: random.between(LASTS_MS.least, LASTS_MS.most),
  }));
  const names = faults.map(({ fault, forMs }) => `${fault.name} (${(forMs / 1000).toFixed(1)} s)`);
  say(`broken: ${names.join(', ')}`);
  await Promise.all(
    faults.map(async ({ fault, afterMs, forMs }) => {
      await delay(afterMs);
      await fault.run(forMs);
    }),
  );
  return names;
}

async function round(stack: BrokenStack, people: People, random: Random): Promise<string[]> {
  const { load, editors, leavers } = people;
  load.begin();
  editors.begin();
  leavers.begin();
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  const names = await breakThings(stack, random);
  await stack.running.ready();
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  await Promise.all([editors.stop(), leavers.stop()]);
  const report = await load.finish();
  const dishonest = Object.entries(report.failed).filter(([name]) => !HONEST.test(name));
  const failed = Object.values(report.failed).reduce((sum, count) => sum + count, 0);
  say(`${load.ledger.answers} answers, ${failed} refused or lost`);
  const found = [
    ...report.damage,
    ...dishonest.map(([name, count]) => `${count} × ${name}`),
    ...editors.violations(),
    ...leavers.violations,
  ];
  return found.map((what) => `${what} [${names.join(', ')}]`);
}

interface People {
  load: Load;
  editors: Editors;
  leavers: Leavers;
}

async function soak(stack: BrokenStack): Promise<string[]> {
  const random = new Random(seed);
  const { gateways, plan } = stack.running;
  const people: People = {
    load: await Load.prepare(gateways, { clients: Number(values.clients) }),
    editors: await Editors.prepare(gateways),
    leavers: await Leavers.prepare(gateways),
  };
  let answers = 0;
  const end = began + Number(values.minutes) * 60_000;
  while (performance.now() < end) {
    const found = await round(stack, people, random);
    answers += people.load.ledger.answers;
    if (found.length > 0) return found;
  }
  await eventually(async () => {
    const left = await reservedBytes(plan);
    if (left !== 0) throw new Error(`${left} bytes are still reserved`);
  }, RELEASED_WITHIN_MS);
  const others = people.editors.operations + people.leavers.operations;
  say(`${answers + others} operations, and nothing that should not have been`);
  return [];
}

console.log(`Soak with seed ${seed}, for ${values.minutes} minutes`);
const stack = await BrokenStack.start(replicas);
try {
  const found = await soak(stack).catch((error: unknown) => [String(error)]);
  for (const what of found) say(`VIOLATION ${what}`);
  if (found.length > 0) {
    const logs = `reports/soak-${seed}`;
    await cp(dataFolder(stack.running.plan, 'logs'), logs, { recursive: true });
    say(`seed ${seed}; the logs are in ${logs}`);
    process.exitCode = 1;
  }
} finally {
  await stack.end();
}
