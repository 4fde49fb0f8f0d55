import { randomUUID } from 'node:crypto';

import { lastValueFrom } from 'rxjs';

import { type RedisStreamsClient, StreamRecord, TransportError } from '../../src/index.js';
import type { Work } from '../fixtures/replica.js';
import type { Ledger } from './ledger.js';

export interface LoadReport {
  readonly answered: number;
  /** Number of failed calls by error code. */
  readonly failures: Record<string, number>;
  /** Answered, and yet without effect. */
  readonly lost: number;
  /** Runs beyond the first of a message; an inbox keeps them without effect. */
  readonly repeatedRuns: number;
  /** Slowest answer, and slowest failure. */
  readonly worstMs: number;
  readonly worstFailureMs: number;
  /** Longest time between two answers. */
  readonly longestGapMs: number;
}

const PAUSE_AFTER_FAILURE_MS = 20;

/** Many callers in a loop, with counts of the outcomes of their calls. */
export class Load {
  private stopped = false;
  private readonly answered = new Set<string>();
  private readonly failures: Record<string, number> = {};
  private worstMs = 0;
  private worstFailureMs = 0;
  private longestGapMs = 0;
  private lastAnswerAt = performance.now();
  private readonly callers: Promise<void[]>;

  constructor(
    private readonly client: RedisStreamsClient,
    private readonly work: Work,
    callers: number,
  ) {
    this.callers = Promise.all(Array.from({ length: callers }, () => this.call()));
  }

  get answers(): number {
    return this.answered.size;
  }

  async finish(ledger: Ledger): Promise<LoadReport> {
    this.stopped = true;
    await this.callers;
    const effects = ledger.allEffects();
    const runs = ledger.allRuns();
    return {
      answered: this.answered.size,
      failures: this.failures,
      lost: [...this.answered].filter((id) => !effects.has(id)).length,
      repeatedRuns: runs.length - new Set(runs).size,
      worstMs: Math.round(this.worstMs),
      worstFailureMs: Math.round(this.worstFailureMs),
      longestGapMs: Math.round(this.longestGapMs),
    };
  }

  private async call(): Promise<void> {
    while (!this.stopped) {
      const messageId = randomUUID();
      const startedAt = performance.now();
      try {
        const record = new StreamRecord(this.work, { messageId });
        await lastValueFrom(this.client.send('orders.perform', record));
        this.noteAnswer(messageId, startedAt);
      } catch (error) {
        const code = error instanceof TransportError ? error.code : JSON.stringify(error);
        this.failures[code] = (this.failures[code] ?? 0) + 1;
        this.worstFailureMs = Math.max(this.worstFailureMs, performance.now() - startedAt);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
      }
    }
  }

  private noteAnswer(messageId: string, startedAt: number): void {
    const now = performance.now();
    this.answered.add(messageId);
    this.worstMs = Math.max(this.worstMs, now - startedAt);
    this.longestGapMs = Math.max(this.longestGapMs, now - this.lastAnswerAt);
    this.lastAnswerAt = now;
  }
}
