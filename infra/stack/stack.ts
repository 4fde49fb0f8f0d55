import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Child, type Command, startChild } from './child.ts';
import { lockDataFolder, type StackLock } from './lock.ts';
import type { Part } from './parts.ts';
import { addressesOf, dataFolder, makePlan, type Plan, type PlanRequest } from './plan.ts';
import { makePrivate } from './private-folder.ts';
import { startOrphanReaper } from './start-orphan-reaper.ts';

export interface StackEvents {
  starting?: (part: Part) => void;
  ready?: (part: Part, seconds: number, address?: string) => void;
  line?: (name: string, line: string) => void;
  died?: (name: string, ending: string, lastLines: string) => void;
  /** A restarted process is ready. */
  back?: (name: string, seconds: number) => void;
  /** A store died, so the stack has to end. */
  failed?: (message: string) => void;
}

type Owner = Pick<Part, 'name' | 'tier'>;

const READY_WITHIN_MS = 120_000;
const HEALTH_PAUSE_MS = 250;
const RESTART_AFTER_MS = { first: 500, last: 10_000 };
/** Milliseconds for a clean end, per tier; together below the 10 s that a stop may take. */
const GRACE_MS: Record<Part['tier'], number> = { edge: 3_500, service: 3_000, store: 2_500 };
const TIERS = ['store', 'service', 'edge'] as const;

/** Starts, watches, restarts and ends the processes of one plan. */
export class Stack {
  readonly plan: Plan;
  private readonly events: StackEvents;
  private readonly lock: StackLock;
  private readonly orphanReaper: ChildProcess;
  private readonly children = new Map<string, { child: Child; part: Owner }>();
  private readonly restarting = new Set<Child>();
  private readonly held = new Map<string, PromiseWithResolvers<void>>();
  private stopping: Promise<void> | undefined;

  private constructor(plan: Plan, events: StackEvents, lock: StackLock) {
    this.plan = plan;
    this.events = events;
    this.lock = lock;
    this.orphanReaper = startOrphanReaper(plan.dataDir);
  }

  /** A stack none of whose processes has started yet. It locks its data folder until `stop`. */
  static async prepare(request: PlanRequest, events: StackEvents = {}): Promise<Stack> {
    // From here on, what this process and its children write is readable only by their user.
    process.umask(0o077);
    makePrivate(request.dataDir);
    const lock = await lockDataFolder(request.dataDir);
    try {
      return new Stack(await makePlan(request), events, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Starts the parts in parallel; resolves when all are ready, rejects with the reason of the first that fails. */
  async start(parts: Part[]): Promise<void> {
    const isReplaced = ({ replacedBy }: Part) =>
      replacedBy !== undefined && this.plan.own[replacedBy] !== undefined;
    await Promise.all(
      parts.filter((part) => !isReplaced(part)).map((part) => this.startPart(part)),
    );
  }

  /** Runs a program to its end; rejects with its last lines if it fails. */
  async run(name: string, command: Command): Promise<void> {
    const child = this.spawn(name, command, { name, tier: 'edge' });
    const ending = await child.exited;
    if (ending !== 'code 0') throw new Error(`${name} failed (${ending}):\n${child.lastLines()}`);
  }

  /** Restarts every replica of a part cleanly, with the current build. */
  async restart(name: string): Promise<void> {
    const entries = [...this.children.values()].filter(({ part }) => part.name === name);
    await Promise.all(
      entries.map(({ child, part }) => {
        this.restarting.add(child);
        return child.stop(GRACE_MS[part.tier]);
      }),
    );
  }

  /** Stops restarting a part until `release`; for fault tests. */
  hold(part: string): void {
    if (!this.held.has(part)) this.held.set(part, Promise.withResolvers());
  }

  /** Starts every process of the part that has ended meanwhile. */
  release(part: string): void {
    this.held.get(part)?.resolve();
    this.held.delete(part);
  }

  running(): Child[] {
    return [...this.children.values()].map(({ child }) => child);
  }

  /** Ends everything, edge first and stores last, within 9 s. May be called twice. */
  stop(): Promise<void> {
    this.stopping ??= this.stopTiers();
    return this.stopping;
  }

  private async stopTiers(): Promise<void> {
    for (const part of this.held.keys()) this.release(part);
    for (const tier of TIERS.toReversed()) {
      const members = [...this.children.values()].filter(({ part }) => part.tier === tier);
      await Promise.all(members.map(({ child }) => child.stop(GRACE_MS[tier])));
    }
    this.lock.release();
    this.orphanReaper.kill();
  }

  private async startPart(part: Part): Promise<void> {
    const began = performance.now();
    this.events.starting?.(part);
    if (part.folder) mkdirSync(dataFolder(this.plan, part.folder), { recursive: true });
    const count = part.replicas?.(this.plan) ?? 1;
    await Promise.all(
      Array.from({ length: count }, async (_, replica) => {
        const child = await this.startReplica(part, replica);
        await this.becomesReady(part, replica, child);
        void this.watch(part, replica, child);
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    this.events.ready?.(part, seconds, part.address?.(this.plan));
  }

  private async startReplica(part: Part, replica: number): Promise<Child> {
    const command = await part.command(this.plan, replica);
    const isOneOfSeveral = (part.replicas?.(this.plan) ?? 1) > 1;
    const name = isOneOfSeveral ? `${part.name}-${replica + 1}` : part.name;
    return this.spawn(name, command, part);
  }

  private spawn(name: string, command: Command, part: Owner): Child {
    if (this.stopping) throw new Error('The stack is stopping');
    const logs = dataFolder(this.plan, 'logs');
    mkdirSync(logs, { recursive: true });
    const child = startChild(name, command, {
      file: join(logs, `${name}.log`),
      onLine: (line) => this.events.line?.(name, line),
    });
    this.children.set(name, { child, part });
    this.record();
    void child.exited.then(() => {
      if (this.children.get(name)?.child === child) this.children.delete(name);
      this.record();
    });
    return child;
  }

  private async becomesReady(part: Part, replica: number, child: Child): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    for (;;) {
      if (child.ending() !== undefined) {
        throw new Error(
          `${child.name} ended (${child.ending()}) while starting:\n${child.lastLines()}`,
        );
      }
      try {
        return await part.ready(this.plan, replica);
      } catch (error) {
        if (performance.now() > deadline) {
          const why = `${(error as Error).message}\n${child.lastLines()}`;
          const seconds = READY_WITHIN_MS / 1000;
          throw new Error(`${child.name} is not ready after ${seconds} s: ${why}`, {
            cause: error,
          });
        }
      }
      await delay(HEALTH_PAUSE_MS);
    }
  }

  /** Restarts a dead service, after a longer pause each time; a dead store ends the stack. */
  private async watch(part: Part, replica: number, first: Child): Promise<void> {
    let child = first;
    let wait = RESTART_AFTER_MS.first;
    for (;;) {
      const since = performance.now();
      const ending = await child.exited;
      if (this.stopping) return;
      const isAskedFor = this.restarting.delete(child);
      if (!isAskedFor) {
        this.events.died?.(child.name, ending, child.lastLines());
        if (part.tier === 'store' && this.plan.environment !== 'test') {
          this.events.failed?.(`${part.title} ended (${ending})`);
          return;
        }
      }
      const held = this.held.get(part.name);
      if (held !== undefined) await held.promise;
      else if (!isAskedFor) {
        wait = performance.now() - since > 30_000 ? RESTART_AFTER_MS.first : wait;
        await delay(wait);
        wait = Math.min(wait * 2, RESTART_AFTER_MS.last);
      }
      const next = await this.startAgain(part, replica);
      if (next === undefined) return;
      child = next;
    }
  }

  private async startAgain(part: Part, replica: number): Promise<Child | undefined> {
    const began = performance.now();
    try {
      const child = await this.startReplica(part, replica);
      // If it ends before it is ready, `watch` notices and restarts it after a longer pause.
      void this.becomesReady(part, replica, child).then(
        () => this.events.back?.(child.name, (performance.now() - began) / 1000),
        () => undefined,
      );
      return child;
    } catch (error) {
      if (!this.stopping) this.events.failed?.(`${part.title} cannot be started: ${String(error)}`);
      return undefined;
    }
  }

  private record(): void {
    this.lock.update(this.running(), addressesOf(this.plan));
  }
}
