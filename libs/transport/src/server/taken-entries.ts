/**
 * The entries of one stream that this replica has taken and Redis still counts as pending: running,
 * waiting for another try, or waiting for their acknowledgement to be confirmed.
 */
export class TakenEntries {
  private readonly ids = new Set<string>();
  private runningCount = 0;
  private freed: (() => void)[] = [];

  constructor(private readonly concurrency: number) {}

  get size(): number {
    return this.ids.size;
  }

  get running(): number {
    return this.runningCount;
  }

  get free(): number {
    return Math.max(0, this.concurrency - this.runningCount);
  }

  has(entryId: string): boolean {
    return this.ids.has(entryId);
  }

  take(entryId: string): void {
    this.ids.add(entryId);
  }

  /** Forgets an entry that is no longer pending for this replica. */
  release(entryId: string): void {
    this.ids.delete(entryId);
  }

  /** Counts against the concurrency while `work` runs. */
  async run(work: () => Promise<void>): Promise<void> {
    this.runningCount += 1;
    try {
      await work();
    } finally {
      this.runningCount -= 1;
      this.wake();
    }
  }

  /** Resolves when work has ended or `wake` was called. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.freed.push(resolve));
  }

  wake(): void {
    if (this.freed.length === 0) return;
    const waiting = this.freed;
    this.freed = [];
    for (const resolve of waiting) resolve();
  }
}
