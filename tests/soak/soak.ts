import { cp } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { dataFolder } from '@studiolo/infra/stack/plan';

import { Load } from '../resilience/load/load.ts';
import { Random } from '../support/random.ts';
import { Growth, leftAtRest, strayObjects, takenOver, wrongMails, wrongNow } from './at-rest.ts';
import { BrokenStack } from './broken-stack.ts';
import { Editors } from './editors.ts';
import { mayLookDead, nameOf, planRound } from './faults.ts';
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

interface SoakOptions {
  seed: number;
  minutes: number;
  say: (text: string) => void;
}

interface SoakResult {
  operations: number;
  /** Empty when all was well. */
  violations: string[];
}

/** Uses a stack, breaks it round by round and checks its answers; ends with the first round that shows a violation. */
class Soak {
  private readonly stack: BrokenStack;
  private readonly options: SoakOptions;
  private readonly journal: Journal;
  private readonly growth: Growth;
  private readonly random: Random;
  private load!: Load;
  private quitters!: Quitters;
  private editors!: Editors;
  private groups: Group[] = [];

  constructor(stack: BrokenStack, options: SoakOptions) {
    this.stack = stack;
    this.options = options;
    this.journal = new Journal(stack.running.gateways);
    this.growth = new Growth(stack.running);
    this.random = new Random(options.seed);
  }

  async run(): Promise<SoakResult> {
    await this.prepare();
    const end = performance.now() + this.options.minutes * 60_000;
    let violations: string[] = [];
    while (performance.now() < end && violations.length === 0) violations = await this.round();
    if (violations.length === 0) violations = await strayObjects(this.stack.running);
    await this.editors.end();
    return {
      operations: this.journal.operations,
      violations: violations.flatMap((what) => [what, ...this.journal.about(what)]),
    };
  }

  private async prepare(): Promise<void> {
    const { gateways } = this.stack.running;
    this.load = await Load.prepare(gateways, CLIENTS);
    this.editors = await Editors.prepare(gateways);
    this.quitters = new Quitters(gateways);
    const leavers = await Leavers.prepare(gateways);
    const hoarder = await Hoarder.prepare(gateways);
    this.groups = [this.editors, leavers, this.quitters, hoarder];
  }

  private async round(): Promise<string[]> {
    const { running } = this.stack;
    this.load.begin();
    for (const group of this.groups) group.begin();
    const looking = new AbortController();
    const seen = this.lookWhile(looking.signal);
    await this.load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
    const faults = planRound(this.random);
    const names = faults.map(nameOf);
    this.options.say(`broken: ${names.join(', ')}`);
    const before = takenOver(running);
    await Promise.all(faults.map((fault) => this.stack.suffer(fault)));
    await running.ready();
    await this.load.answersFlow(ANSWERS_AROUND, BACK_WITHIN_MS);
    await Promise.all([this.load.stop(), ...this.groups.map((group) => group.stop())]);
    looking.abort();
    const robbed = takenOver(running) - before;
    const isRobbery = robbed > MAY_BE_TAKEN_OVER && !faults.some(mayLookDead);
    const seenMeanwhile = [
      ...(isRobbery ? [`${robbed} messages were taken over from replicas that live`] : []),
      ...(await seen),
      ...this.seenByPeople(),
    ];
    const found = seenMeanwhile.length > 0 ? seenMeanwhile : await this.checked();
    return found.map((what) => `${what}\n  while broken: ${names.join(', ')}`);
  }

  private seenByPeople(): string[] {
    return [...this.groups.flatMap(({ violations }) => violations), ...this.journal.violations];
  }

  /** What the database shows while people work. */
  private async lookWhile(signal: AbortSignal): Promise<string[]> {
    const found = new Set<string>();
    while (!signal.aborted) {
      for (const what of await wrongNow(this.stack.running.plan)) found.add(what);
      await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    return [...found];
  }

  /** What is wrong once all faults are over and nobody works. */
  private async checked(): Promise<string[]> {
    const { running } = this.stack;
    const left = await leftAtRest(running);
    const report = await this.load.finish();
    for (const group of this.groups) await group.check();
    const mails = await wrongMails(running, this.quitters.mails);
    this.quitters.mails.clear();
    const dishonest = Object.entries(report.failed).filter(([name]) => !HONEST.test(name));
    const failed = Object.values(report.failed).reduce((sum, count) => sum + count, 0);
    this.options.say(`${this.journal.operations} operations so far, ${failed} of the load failed`);
    return [
      ...left,
      ...report.damage,
      ...dishonest.map(([name, count]) => `${count} × ${name}`),
      ...this.seenByPeople(),
      ...mails,
      ...(await this.growth.look()),
    ];
  }
}

/** One soak on a stack of its own; logs are kept in `reports/` when it finds a violation. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const stack = await BrokenStack.start();
  try {
    const result = await new Soak(stack, options).run();
    if (result.violations.length > 0) {
      const logs = `reports/soak-${options.seed}`;
      await cp(dataFolder(stack.running.plan, 'logs'), logs, { recursive: true });
      options.say(`the logs are in ${logs}`);
    }
    return result;
  } finally {
    await stack.end();
  }
}
