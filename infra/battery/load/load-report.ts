import type { Failure, Ledger } from './ledger.ts';

/** What is wrong with the data after a load. */
export interface Audit {
  /** Acknowledged projects that are not listed, and acknowledged files that do not come back with their own bytes. */
  lost: string[];
  /** Projects listed more than once, files kept more than once, and anything nobody asked for. */
  doubled: string[];
  /** Owners whose storage usage is not the sum of their listed files. */
  wrongUsage: string[];
}

/** What a load saw from its first to its last request. */
export class LoadReport {
  readonly answers: number;
  readonly failures: readonly Failure[];
  readonly audit: Audit;
  /** Requests sent again because a connection was refused or lost. */
  readonly repeats: number;
  readonly medianMs: number;
  readonly worstMs: number;
  /** Slowest refusal or failure. */
  readonly worstFailureMs: number;

  constructor(ledger: Ledger, audit: Audit, repeats: number) {
    const sorted = ledger.latencies.toSorted((one, other) => one - other);
    this.answers = ledger.answers;
    this.failures = ledger.failures;
    this.audit = audit;
    this.repeats = repeats;
    this.medianMs = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
    this.worstMs = Math.round(sorted.at(-1) ?? 0);
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

  /** What went wrong other than by an honest 503. */
  get failedOtherThan503(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.failed).filter(([name]) => !name.endsWith(' 503')),
    );
  }

  /** Milliseconds after the moment until a request was begun that succeeded, as did all later ones; 0 if all did. */
  recoveredAfter(moment: number): number {
    const starts = this.failures.map(({ startedAt }) => startedAt - moment);
    return Math.round(Math.max(0, ...starts));
  }

  /** For the table: `1203 answered, 0 failed, 0 lost, 0 doubled; median 12 ms, worst 1603 ms`. */
  sentence(): string {
    const kinds = Object.entries(this.failed).map(([name, count]) => `${count} × ${name}`);
    const failed =
      kinds.length === 0 ? '0 failed' : `${this.failures.length} refused (${kinds.join(', ')})`;
    const slowest = kinds.length === 0 ? '' : `, slowest refusal ${this.worstFailureMs} ms`;
    const { lost, doubled, wrongUsage } = this.audit;
    return [
      `${this.answers} answered, ${failed}, ${lost.length} lost, ${doubled.length} doubled`,
      ...(wrongUsage.length === 0 ? [] : [`${wrongUsage.length} owners with a wrong usage`]),
      ...(this.repeats === 0 ? [] : [`${this.repeats} sent again after a lost connection`]),
      `median ${this.medianMs} ms, worst ${this.worstMs} ms${slowest}`,
    ].join('; ');
  }
}
