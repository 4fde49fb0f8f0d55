import type { Failure, Ledger } from './ledger.ts';

/** What is wrong with the data after a load. */
export interface Audit {
  /** Acknowledged projects that are not listed, and acknowledged files that do not come back with their own bytes. */
  lost: string[];
  /** Projects listed more than once, files kept more than once, and anything nobody asked for. */
  doubled: string[];
  /** Owners whose storage usage is not the sum of their listed files. */
  wrongUsage: string[];
  /** Names of what is there although its request was not answered with 2xx: allowed, its outcome was left open. */
  unannounced: string[];
}

const isEmpty = (list: string[]): boolean => list.length === 0;

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
  private readonly ledger: Ledger;

  constructor(ledger: Ledger, audit: Audit, repeats: number) {
    const latencies = ledger.answered.map(({ startedAt, endedAt }) => endedAt - startedAt);
    const sorted = latencies.toSorted((one, other) => one - other);
    this.ledger = ledger;
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

  /** How many failed, by outcome: `[['503', 12]]`. */
  private get outcomes(): [string, number][] {
    const counts = new Map<string, number>();
    for (const { outcome } of this.failures) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    return [...counts];
  }

  private get slowestKind(): string {
    const took = ({ startedAt, endedAt }: Failure) => endedAt - startedAt;
    return this.failures.toSorted((one, other) => took(other) - took(one))[0]?.kind ?? '';
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

  /** Milliseconds after the moment until a request begun since then had its answer with 2xx. */
  firstAnswerAfter(moment: number): number {
    const since = this.ledger.answered.filter(({ startedAt }) => startedAt > moment);
    return Math.round(Math.min(...since.map(({ endedAt }) => endedAt)) - moment);
  }

  /** Whether everything acknowledged is there, once, and every usage is right. */
  get isIntact(): boolean {
    const { lost, doubled, wrongUsage } = this.audit;
    return isEmpty(lost) && isEmpty(doubled) && isEmpty(wrongUsage);
  }

  /** Requests that were begun and given up between two moments and yet had their effect. */
  executedAfterGivingUp(from: number, to: number): string[] {
    const there = new Set(this.audit.unannounced);
    return this.failures
      .filter(({ startedAt, endedAt }) => startedAt > from && endedAt < to)
      .flatMap(({ name }) => (there.has(name) ? [name] : []));
  }

  /** For the table: `1203 answered, 0 failed, 0 lost, 0 doubled; median 12 ms, worst 1603 ms`. */
  sentence(): string {
    const outcomes = this.outcomes.map(([outcome, count]) => `${count} × ${outcome}`);
    const failed = outcomes.join(', ') || '0 failed';
    const slowest =
      outcomes.length === 0
        ? ''
        : `, slowest refusal ${this.worstFailureMs} ms (${this.slowestKind})`;
    const { lost, doubled, wrongUsage } = this.audit;
    return [
      `${this.answers} answered, ${failed}, ${lost.length} lost, ${doubled.length} doubled`,
      ...(isEmpty(wrongUsage) ? [] : [`${wrongUsage.length} owners with a wrong usage`]),
      ...(this.repeats === 0 ? [] : [`${this.repeats} sent again after a lost connection`]),
      `median ${this.medianMs} ms, worst ${this.worstMs} ms${slowest}`,
    ].join('; ');
  }
}
