import { EventEmitter, once } from 'node:events';

/**
 * The entries of one stream that this replica has taken and Redis still counts as pending: running,
 * waiting for another try, or waiting for their acknowledgement to be confirmed.
 */
export class PendingEntries {
  private readonly ids = new Set<string>();
  private runningCount = 0;
  private readonly events = new EventEmitter();

  constructor(
    readonly stream: string,
    readonly group: string,
    private readonly concurrency: number,
  ) {}

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

  /** Forgets an entry that is no longer pending for this replica. */
  release(entryId: string): void {
    this.ids.delete(entryId);
  }

  /** Takes an entry, which counts against the concurrency while `work` runs. */
  async run(entryId: string, work: () => Promise<void>): Promise<void> {
    this.ids.add(entryId);
    this.runningCount += 1;
    try {
      await work();
    } finally {
      this.runningCount -= 1;
      this.wake();
    }
  }

  /** Resolves when work has ended or `wake` was called. */
  async changed(): Promise<void> {
    await once(this.events, 'changed');
  }

  wake(): void {
    this.events.emit('changed');
  }
}
