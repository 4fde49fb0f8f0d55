import type { Failure, Ledger } from './ledger.ts';

/** What is wrong with the data after a load. */
export interface Audit {
  /** Acknowledged projects that are not listed, and acknowledged files that do not come back with their own bytes. */
  lost: string[];
  /** Projects listed more than once, files kept more than once, and anything nobody asked for. */
  doubled: string[];
  /** Owners whose storage usage is not the sum of their listed files. */
  wrongUsage: string[];
  /** Names of what is there although its request failed, which is allowed: its outcome was unknown. */
  unannounced: string[];
}

/** What a load saw from its first to its last request. */
export class LoadReport {
  readonly failures: readonly Failure[];
  private readonly audit: Audit;
  readonly worstMs: number;
  /** Slowest refusal or failure. */
  readonly worstFailureMs: number;

  constructor(ledger: Ledger, audit: Audit) {
    this.failures = ledger.failures;
    this.audit = audit;
    this.worstMs = ledger.worstMs;
    this.worstFailureMs = Math.round(
      Math.max(0, ...ledger.failures.map(({ startedAt, endedAt }) => endedAt - startedAt)),
    );
  }

  /** How many failed, by kind and outcome: `{ 'upload 503': 3 }`. */
  get failed(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind, outcome } of this.failures) {
      const name = `${kind} ${outcome}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** The same without those answered 503. */
  get failedOtherThan503(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.failed).filter(([name]) => !name.endsWith(' 503')),
    );
  }

  /** Milliseconds from the moment to the start of the last request that failed; 0 if none failed after it. */
  recoveredAfter(moment: number): number {
    const starts = this.failures.map(({ startedAt }) => startedAt - moment);
    return Math.round(Math.max(0, ...starts));
  }

  /** What the audit found wrong; empty when all is well. */
  get damage(): string[] {
    const { lost, doubled, wrongUsage } = this.audit;
    return [
      ...lost.map((name) => `lost: ${name}`),
      ...doubled.map((name) => `doubled: ${name}`),
      ...wrongUsage.map((name) => `wrong usage: ${name}`),
    ];
  }

  /** Requests that were begun and given up between two moments and yet had their effect. */
  executedAfterGivingUp(from: number, to: number): string[] {
    const there = new Set(this.audit.unannounced);
    return this.failures
      .filter(({ startedAt, endedAt }) => startedAt > from && endedAt < to)
      .flatMap(({ name }) => (there.has(name) ? [name] : []));
  }
}
