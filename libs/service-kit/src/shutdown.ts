import { Logger } from '@nestjs/common';

import { exitProcess } from './logging/logger.js';

/**
 * Ends the process cleanly on SIGTERM and SIGINT: exit code 0 when everything closed in time, 1 when the watchdog had
 * to end it. Works as soon as it is created, also while the process still waits for its stores.
 */
export class Shutdown {
  private readonly closers: (() => Promise<unknown>)[] = [];
  private started = false;

  /** @param exit ends the process; tests replace it */
  constructor(
    private readonly timeoutMs: number,
    private readonly exit: (code: number) => void = exitProcess,
  ) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => void this.run(signal));
    }
  }

  /** Adds a closer, which runs before those added earlier. */
  add(close: () => Promise<unknown>): void {
    this.closers.unshift(close);
  }

  private async run(signal: string): Promise<void> {
    if (this.started) return;
    this.started = true;
    const logger = new Logger('Shutdown');
    logger.log(`${signal}: finishing what has begun`);
    setTimeout(() => {
      logger.error(`Not closed after ${this.timeoutMs} ms, ending anyway`);
      this.exit(1);
    }, this.timeoutMs).unref();
    for (const close of this.closers) {
      try {
        await close();
      } catch (error) {
        logger.error({ err: error }, 'Closing failed');
      }
    }
    this.exit(0);
  }
}
