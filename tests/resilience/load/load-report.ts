/** The kinds of requests of the load. */
export type Kind = 'list' | 'detail' | 'create' | 'upload' | 'download' | 'login' | 'usage';

/** A request that got no answer, or one outside 2xx. */
export interface Failure {
  kind: Kind;
  /** Title of the project, or name of the file without its extension, that it was to make. */
  name: string;
  /** `503`, `ECONNRESET`, or `wrong bytes`. */
  outcome: string;
  /** On the clock of `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

/** What a load saw from its first to its last request, and what is wrong with the data after it. */
export class LoadReport {
  readonly failures: Failure[] = [];
  /** Requests that were answered with 2xx, and how long the slowest of them took. */
  answers = 0;
  worstMs = 0;
  /** What the audit found wrong: what is lost or there twice, and sums that are no sums; empty when all is well. */
  readonly damage: string[] = [];
  /** Names of what is there although its request failed, which is allowed: its outcome was unknown. */
  readonly unannounced: string[] = [];

  noteAnswer(startedAt: number): void {
    this.answers += 1;
    this.worstMs = Math.max(this.worstMs, performance.now() - startedAt);
  }

  noteFailure(failure: Omit<Failure, 'endedAt'>): void {
    this.failures.push({ ...failure, endedAt: performance.now() });
  }

  /** Slowest refusal or failure. */
  get worstFailureMs(): number {
    return Math.max(0, ...this.failures.map(({ startedAt, endedAt }) => endedAt - startedAt));
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

  /** Requests that were begun and given up between two moments and yet had their effect. */
  executedAfterGivingUp(from: number, to: number): string[] {
    const givenUp = this.failures.filter((one) => one.startedAt > from && one.endedAt < to);
    return givenUp.map(({ name }) => name).filter((name) => this.unannounced.includes(name));
  }
}
