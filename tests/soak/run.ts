// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { cp } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { dataFolder } from '@studiolo/infra/stack/plan';

import { Load } from '../resilience/load/load.ts';
import { Random } from '../support/random.ts';
import type { RunningStack } from '../support/running-stack.ts';
import { growthOf, leftAtRest, strayObjects, takenOver, wrongMails, wrongNow } from './at-rest.ts';
import { BrokenStack } from './broken-stack.ts';
import { Editors } from './editors.ts';
import { mayLookDead, nameOf, type PlannedFault, planRound } from './faults.ts';
import type { Group } from './group.ts';
import { Hoarder } from './hoarders.ts';
import { Journal } from './journal.ts';
import { Leavers, Quitters } from './leavers.ts';

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

const say = (text: string) =>
  console.log(`[${String(Math.round(performance.now() / 1000)).padStart(4)} s] ${text}`);

type Soak = Awaited<ReturnType<typeof prepare>>;

/** Everybody who uses the stack, and what is kept of it. */
async function prepare(stack: BrokenStack) {
  const { running } = stack;
  const { gateways } = running;
  const [journal, growth] = [new Journal(gateways), growthOf(running)];
  const load = await Load.prepare(gateways, CLIENTS);
  const editors = await Editors.prepare(gateways);
  const quitters = new Quitters(gateways);
  const leavers = await Leavers.prepare(gateways);
  const groups: Group[] = [editors, leavers, quitters, await Hoarder.prepare(gateways)];
  return { stack, running, journal, growth, load, editors, quitters, groups };
}

/** Breaks the stack while it is used, and gives what is wrong then. */
async function round(soak: Soak, faults: PlannedFault[]): Promise<string[]> {
  const { stack, running, load, groups } = soak;
  load.begin();
  for (const group of groups) group.begin();
  const looking = new AbortController();
  const seen = lookWhile(running, looking.signal);
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  const names = faults.map(nameOf).join(', ');
  say(`broken: ${names}`);
  const before = takenOver(running);
  await Promise.all(faults.map((fault) => stack.suffer(fault)));
  await running.ready();
  await load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
  await Promise.all([load.stop(), ...groups.map((group) => group.stop())]);
  looking.abort();
  const robbed = takenOver(running) - before;
  const isRobbery = robbed > MAY_BE_TAKEN_OVER && !faults.some(mayLookDead);
  const seenMeanwhile = [
    ...(isRobbery ? [`${robbed} messages were taken over from replicas that live`] : []),
    ...(await seen),
    ...seenByPeople(soak),
  ];
  const found = seenMeanwhile.length > 0 ? seenMeanwhile : await wrongAfter(soak);
  return found.map((what) => `${what}\n  while broken: ${names}`);
}

const seenByPeople = ({ groups, journal }: Soak): string[] => [
  ...groups.flatMap(({ violations }) => violations),
  ...journal.violations,
];

/** What the database shows while people work. */
async function lookWhile({ plan }: RunningStack, signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>();
  while (!signal.aborted) {
    for (const what of await wrongNow(plan)) found.add(what);
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return [...found];
}

/** What is wrong once all faults are over and nobody works. */
async function wrongAfter(soak: Soak): Promise<string[]> {
  const { running, journal, growth, load, quitters, groups } = soak;
  const left = await leftAtRest(running);
  const report = await load.finish();
  for (const group of groups) await group.check();
  const mails = await wrongMails(running, quitters.mails);
  quitters.mails.clear();
  const dishonest = Object.entries(report.failed).filter(([name]) => !HONEST.test(name));
  const failed = Object.values(report.failed).reduce((sum, count) => sum + count, 0);
  say(`${journal.operations} operations so far, ${failed} of the load failed`);
  return [
    ...left,
    ...report.damage,
    ...dishonest.map(([name, count]) => `${count} × ${name}`),
    ...seenByPeople(soak),
    ...mails,
    ...(await growth()),
  ];
}

/** Uses a stack, breaks it round by round and checks its answers; ends with the first round that shows a violation. */
async function run(soak: Soak): Promise<string[]> {
  const random = new Random(seed);
  const end = performance.now() + minutes * 60_000;
  let violations: string[] = [];
  while (performance.now() < end && violations.length === 0)
    violations = await round(soak, planRound(random));
  if (violations.length === 0) violations = await strayObjects(soak.running);
  await soak.editors.end();
  return violations;
}

say(`soak with seed ${seed}, for ${minutes} minutes`);
const stack = await BrokenStack.start();
try {
  const soak = await prepare(stack);
  const { journal, running } = soak;
  const violations = await run(soak);
  for (const what of violations) for (const line of [what, ...journal.about(what)]) say(line);
  const isSound = violations.length === 0;
  if (!isSound) {
    process.exitCode = 1;
    const logs = `reports/soak-${seed}`;
    await cp(dataFolder(running.plan, 'logs'), logs, { recursive: true });
    say(`the logs are in ${logs}`);
  }
  const outcome = isSound ? 'no violation' : 'VIOLATED';
  say(`seed ${seed}: ${journal.operations} operations, ${outcome}`);
} finally {
  await stack.end();
}
