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

/** What one owner asked for and what the answers acknowledged. */
export class OwnerLedger {
  /** By title: the id that the first answer gave. */
  readonly projects = new Map<string, string>();
  readonly triedTitles = new Set<string>();
  /** Acknowledged files by name: the project each is in. */
  readonly files = new Map<string, string>();
  readonly triedFiles = new Set<string>();
}

/** Every request of a load and what became of it. */
export class Ledger {
  readonly failures: Failure[] = [];
  /** Requests that were answered with 2xx, and how long the slowest of them took. */
  answers = 0;
  worstMs = 0;

  noteAnswer(startedAt: number): void {
    this.answers += 1;
    this.worstMs = Math.max(this.worstMs, performance.now() - startedAt);
  }

  noteFailure(failure: Omit<Failure, 'endedAt'>): void {
    this.failures.push({ ...failure, endedAt: performance.now() });
  }
}
