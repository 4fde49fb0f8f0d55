import { setTimeout as delay } from 'node:timers/promises';

import { Api } from '@studiolo/testing/api';

import { failureOf, HANGS_AFTER_MS } from '../resilience/load/owner.ts';

const CONNECTION_LOST = /^(E[A-Z]+|UND_ERR_\w+|TimeoutError)$/;

/** Calls one gateway and does not repeat a call whose answer was lost: its outcome stays unknown. */
export class OnceApi extends Api {
  protected override exchange(path: string, init: RequestInit): Promise<Response> {
    return super.exchange(path, { ...init, signal: AbortSignal.timeout(HANGS_AFTER_MS) });
  }
}

/** The status of an answer; 0 when it was lost. */
export const statusOf = (answer: Promise<{ status: number }>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0,
  );

/** People who repeat one kind of work, and the violations they saw. */
export abstract class Group {
  readonly violations: string[] = [];
  private isStopped = false;
  private running: Promise<unknown> = Promise.resolve();

  begin(): void {
    this.isStopped = false;
    const people = Array.from({ length: this.size }, (_, number) => this.work(number));
    this.running = Promise.all(people);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  /** Adds what is wrong to `violations`; called when all faults are over and nobody works. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  protected abstract readonly size: number;
  protected abstract readonly pauseMs: number;
  /** What one of them does once; a lost connection ends it without a violation. */
  protected abstract turn(number: number, count: number): Promise<void>;

  private async work(number: number): Promise<void> {
    for (let count = 0; !this.isStopped; count += 1) {
      await this.turn(number, count).catch((error: unknown) => {
        if (!CONNECTION_LOST.test(failureOf(error))) throw error;
      });
      await delay(this.pauseMs);
    }
  }
}
