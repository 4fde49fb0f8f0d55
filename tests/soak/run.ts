// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { Plan } from '@studiolo/infra/stack/plan';

import { Load } from '../resilience/load/load.ts';
import { Random } from '../support/random.ts';
import { growthOf, leftAtRest, strayObjects, takenOver, wrongNow } from './at-rest.ts';
import { type BrokenStack, startBrokenStack } from './broken-stack.ts';
import { leavers, quitters } from './disconnecting-clients.ts';
import { editors } from './editors.ts';
import { planRound } from './faults.ts';
import { type Group, work } from './group.ts';
import { keepJournal } from './journal.ts';
import { hoarder } from './quota-filler.ts';
import { vandal } from './vandal.ts';

/** Answers before faults begin and after they have ended. */
const ANSWERS_AROUND = 100;
const BACK_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const CLIENTS = 32;
/** On a busy machine an event loop may stop for a second; then peers are right to take the replica for dead. */
const MAY_BE_TAKEN_OVER = 20;
/** Failures that a fault may cause; any other one is a violation. */
const HONEST = /(^| )(503|E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);
const violations: string[] = [];

const say = (text: string) =>
  console.log(`[${String(Math.round(performance.now() / 1000)).padStart(4)} s] ${text}`);

type Soak = Awaited<ReturnType<typeof prepare>>;

/** Everybody who uses the stack, and what is kept of it. */
async function prepare(stack: BrokenStack) {
  const { running } = stack;
  const { gateways } = running;
  const place = { gateways, violations, damagedProjects: new Set<string>() };
  const [journal, growth] = [keepJournal(place), growthOf(running)];
  const load = await Load.prepare(gateways, CLIENTS);
  const editing = await editors(place);
  const others = [
    await leavers(place),
    quitters(place),
    await hoarder(place),
    await vandal(place, running, say),
  ];
  const groups: Group[] = [editing, ...others];
  return { stack, running, journal, growth, load, editing, groups };
}

/** Breaks the stack while it is used, and checks it then. */
async function round(soak: Soak, faults: ReturnType<typeof planRound>): Promise<void> {
  const { running, load, groups } = soak;
  const over = new AbortController();
  load.begin();
  const working = [
    ...groups.map((group) => work(group, over.signal)),
    lookWhile(running.plan, over.signal),
  ];
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  say(`broken: ${faults.map(({ name }) => name).join(', ')}`);
  const before = takenOver(running);
  await Promise.all(faults.map(({ suffer }) => suffer()));
  await running.ready();
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  over.abort();
  await Promise.all([load.stop(), ...working]);
  const robbed = takenOver(running) - before;
  if (robbed > MAY_BE_TAKEN_OVER && !faults.some(({ mayLookDead }) => mayLookDead))
    violations.push(`${robbed} messages were taken over from replicas that live`);
  if (violations.length === 0) await checkAtRest(soak);
}

/** Looks at what the database shows while people work. */
async function lookWhile(plan: Plan, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const found = await wrongNow(plan);
    violations.push(...found.filter((what) => !violations.includes(what)));
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Looks for what is wrong once all faults are over and nobody works. */
async function checkAtRest({ running, journal, growth, load, groups }: Soak): Promise<void> {
  violations.push(...(await leftAtRest(running)));
  const { damage, failed, failures } = await load.finish();
  for (const group of groups) await group.check?.();
  const dishonest = Object.entries(failed).filter(([name]) => !HONEST.test(name));
  violations.push(...damage, ...dishonest.map(([name, count]) => `${count} × ${name}`));
  violations.push(...(await growth()));
  say(`${journal.operations()} operations so far, ${failures.length} of the load failed`);
}

/** Breaks the stack round by round; ends with the first round that shows a violation. */
async function run(soak: Soak): Promise<void> {
  const random = new Random(seed);
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end && violations.length === 0)
    await round(soak, planRound(random, soak.stack));
  if (violations.length === 0) violations.push(...(await strayObjects(soak.running)));
  await soak.editing.end();
}

say(`soak with seed ${seed}, for ${minutes} minutes`);
const stack = await startBrokenStack();
try {
  const soak = await prepare(stack);
  const { journal, running } = soak;
  await run(soak);
  for (const what of violations) for (const line of [what, ...journal.about(what)]) say(line);
  const isSound = violations.length === 0;
  if (!isSound) {
    process.exitCode = 1;
    say(`the logs are in ${await running.keepLogs(`soak-${seed}`)}`);
  }
  const outcome = isSound ? 'no violation' : 'VIOLATED';
  say(`seed ${seed}: ${journal.operations()} operations, ${outcome}`);
} finally {
  await stack.end();
}
