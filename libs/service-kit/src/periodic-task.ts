import { AsyncResource } from 'node:async_hooks';

import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';

const taskRuns = new Counter({
  name: 'studiolo_task_runs_total',
  help: 'Runs of what a service does by itself at intervals, by task and outcome',
  labelNames: ['task', 'outcome'],
});

/**
 * Background work of a service: at its start, then at intervals, and soon after `wake`, never twice at once. A failed
 * run is logged and retried; the process waits for the last one before it ends.
 */
export abstract class PeriodicTask implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  /** A long run checks this and ends early. */
  protected isStopping = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;
  private isFailing = false;
  /** Outside of the request that woke it, whose id is not that of all that a run does. */
  private readonly runByItself = AsyncResource.bind(() => this.runLogged());

  constructor(private readonly intervalMs: number) {}

  /** The work. Several replicas may do it at the same time. */
  abstract run(): Promise<unknown>;

  onApplicationBootstrap(): void {
    const task = this.constructor.name;
    for (const outcome of ['ok', 'error']) taskRuns.inc({ task, outcome }, 0);
    this.timer = setInterval(() => this.wake(), this.intervalMs).unref();
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Runs soon, without waiting for the interval; during a run, once more after it. */
  wake(): void {
    if (this.isStopping) return;
    if (this.running) {
      this.wokenMeanwhile = true;
      return;
    }
    this.running = this.runByItself().finally(() => {
      this.running = undefined;
      if (!this.wokenMeanwhile) return;
      this.wokenMeanwhile = false;
      this.wake();
    });
  }

  private async runLogged(): Promise<void> {
    const task = this.constructor.name;
    try {
      await this.run();
      this.isFailing = false;
      taskRuns.inc({ task, outcome: 'ok' });
    } catch (error) {
      // Logged once per outage.
      if (!this.isFailing) this.logger.warn({ err: error }, 'Failed; the next run tries again');
      this.isFailing = true;
      taskRuns.inc({ task, outcome: 'error' });
    }
  }
}
