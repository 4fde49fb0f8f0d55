/** The kinds of requests of the load. */
export type Kind = 'list' | 'detail' | 'create' | 'upload' | 'download' | 'login' | 'usage';

interface Request {
  kind: Kind;
  /** Title of the project, or name of the file without its extension, that it was to make. */
  name: string;
  /** `ok`, `503`, `ECONNRESET`, or `wrong bytes`. */
  outcome: string;
  /** On the clock of `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

const longestMs = (requests: readonly Request[]): number =>
  Math.max(0, ...requests.map(({ startedAt, endedAt }) => endedAt - startedAt));

/** What a load saw from its first to its last request, and what is wrong with the data after it. */
export class LoadReport {
  /** Requests that got no answer, or one outside 2xx. */
  readonly failures: Request[] = [];
  /** Number of requests that were answered with 2xx. */
  answers = 0;
  /** How long the slowest of all requests took. */
  worstMs = 0;
  /** What the audit found wrong: what is lost or there twice, and sums that are no sums; empty when all is well. */
  readonly damage: string[] = [];
  /** Names of what is there although its request failed, which is allowed: its outcome was unknown. */
  readonly unannounced: string[] = [];

  note(request: Request): void {
    this.worstMs = Math.max(this.worstMs, longestMs([request]));
    if (request.outcome === 'ok') this.answers += 1;
    else this.failures.push(request);
  }

  /** Slowest refusal or failure. */
  get worstFailureMs(): number {
    return longestMs(this.failures);
  }

  /** How many failed, by kind and outcome: `{ 'upload 503': 3 }`. */
  get failed(): Record<string, number> {
    const groups = Map.groupBy(this.failures, ({ kind, outcome }) => `${kind} ${outcome}`);
    return Object.fromEntries([...groups].map(([name, { length }]) => [name, length]));
  }

  /** The same without those answered 503. */
  get failedOtherThan503(): Record<string, number> {
    return Object.fromEntries(
      Object.entries(this.failed).filter(([name]) => !name.endsWith(' 503')),
    );
  }

  /** Requests that were begun and given up between two moments and yet had their effect. */
  executedAfterGivingUp(from: number, to: number): string[] {
    const givenUp = this.failures.filter((one) => one.startedAt > from && one.endedAt < to);
    return givenUp.map(({ name }) => name).filter((name) => this.unannounced.includes(name));
  }
}
