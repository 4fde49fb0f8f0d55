import { availableParallelism } from 'node:os';

import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

/**
 * Uploads whose bytes go into the store at the same time, four for each processor. More bring no more of them through,
 * and take the processors from everybody else.
 */
export const AT_ONCE = 4 * availableParallelism();
/** A wait that nobody new is let in for, in milliseconds. */
const CROWDED_WAIT_MS = 2_000;
/** The longest wait of those who were let in: a store that is away must not keep anybody hanging. */
const LONGEST_WAIT_MS = 5_000;
/** Share of each upload in the time they are expected to take. */
const WEIGHT = 0.1;

interface Waiter {
  readonly begin: () => void;
  readonly refuse: () => void;
}

/** Lets received uploads go on to the store a few at a time, in the order they came. */
@Injectable()
export class UploadTurns {
  private running = 0;
  private readonly waiting = new Set<Waiter>();
  /** What an upload has taken lately, in milliseconds. */
  private usualMs = 0;
  /** When the store last had all bytes of an upload. */
  private storedAt = Number.NEGATIVE_INFINITY;

  /** Before anything of an upload is read. @throws AppError UNAVAILABLE when it would have to wait for long */
  admit(): void {
    if (this.expectedWaitMs() > CROWDED_WAIT_MS) throw new AppError('UNAVAILABLE');
  }

  /** Runs the work when its turn has come. @throws AppError UNAVAILABLE when that is not within 5 s */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running < AT_ONCE) this.running += 1;
    else await this.turn();
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.usualMs += WEIGHT * (performance.now() - began - this.usualMs);
      this.leave();
    }
  }

  /** The store has all bytes of an upload. */
  noteStored(): void {
    this.storedAt = performance.now();
  }

  /**
   * The store has not taken an upload that it was given at `since`. Unless it has taken others meanwhile, whoever is in
   * line is refused at once: they would only learn it later.
   */
  noteFailure(since: number): void {
    if (this.storedAt >= since) return;
    for (const waiter of this.waiting) waiter.refuse();
  }

  private expectedWaitMs(): number {
    return (this.waiting.size / AT_ONCE) * this.usualMs;
  }

  private async turn(): Promise<void> {
    if (this.expectedWaitMs() > LONGEST_WAIT_MS) throw new AppError('UNAVAILABLE');
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((begin, reject) => {
      const refuse = () => {
        this.waiting.delete(waiter);
        reject(new AppError('UNAVAILABLE'));
      };
      const waiter = { begin, refuse };
      this.waiting.add(waiter);
      timer = setTimeout(refuse, LONGEST_WAIT_MS);
    }).finally(() => clearTimeout(timer));
  }

  /** Hands the place to whoever waits longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next.begin();
  }
}
