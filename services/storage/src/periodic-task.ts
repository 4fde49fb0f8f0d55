import { Logger } from '@nestjs/common';

import { taskRuns } from './metrics.js';

/** Runs a job at intervals and on call, never twice at once. A job that fails is logged and comes again. */
export class PeriodicTask {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private wokenMeanwhile = false;
  private stopped = false;
  private isFailing = false;

  constructor(
    private readonly name: string,
    private readonly job: () => Promise<unknown>,
    private readonly intervalMs: number,
  ) {
    this.logger = new Logger(name);
  }

  /** Runs the job now and then every `intervalMs` milliseconds. */
  start(): void {
    this.timer = setInterval(() => this.wake(), this.intervalMs).unref();
    this.wake();
  }

  /** Runs the job soon; while it runs, once more afterwards. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.wokenMeanwhile = true;
      return;
    }
    this.running = this.run().finally(() => {
      this.running = undefined;
      if (!this.wokenMeanwhile) return;
      this.wokenMeanwhile = false;
      this.wake();
    });
  }

  /** Resolves when the run that has begun is over. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.job();
      this.isFailing = false;
      taskRuns.inc({ task: this.name, outcome: 'ok' });
    } catch (error) {
      // Once for an outage, however many runs it takes.
      if (!this.isFailing) this.logger.warn({ err: error }, 'Failed; the next run tries again');
      this.isFailing = true;
      taskRuns.inc({ task: this.name, outcome: 'error' });
    }
  }
}
