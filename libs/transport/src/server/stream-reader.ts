import type { Redis } from 'ioredis';

import type { RedisConnection } from '../redis/redis-connection.js';
import { isMissingGroup } from '../redis/reply-error.js';
import type { Delivery, Entry } from './delivery.js';
import type { TakenEntries } from './taken-entries.js';

/** Half of the default concurrency: the replica answers the first half while callers still send the second. */
const READ_COUNT = 32;
/** Short enough to notice a dead connection, long enough to cost little when idle. */
const BLOCK_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 100;

export interface StreamReaderSettings {
  readonly stream: string;
  readonly group: string;
  readonly consumer: string;
}

export interface StreamReaderDuties {
  /** Resolves when this replica may read: it is known to be alive, or the reader was stopped. */
  mayRead(): Promise<void>;
  /** What has been fetched and is still pending for this replica. */
  readonly stillOwn: (fetch: () => Promise<Entry[]>) => Promise<Entry[]>;
  /** Replicas that read this stream, this one included. */
  replicas(): number;
  /** Whether there is room beside the free slots, e.g. for further failed events. */
  hasRoom(): boolean;
  restoreGroup(): Promise<void>;
  deliver(delivery: Delivery): void;
}

type ReadReply = [stream: string, entries: Entry[]][] | null;

/** Pulls new entries as long as there are free slots, on a connection of its own. */
export class StreamReader {
  private stopped = false;

  constructor(
    private readonly connection: RedisConnection,
    private readonly settings: StreamReaderSettings,
    private readonly taken: TakenEntries,
    private readonly duties: StreamReaderDuties,
  ) {}

  /** Ends after `stop`. */
  async run(): Promise<void> {
    while (!this.stopped) {
      await this.connection.whenReady();
      // A stop while Redis was away has woken the wait for registration already.
      if (this.stopped) return;
      await this.duties.mayRead();
      if (this.stopped) return;
      if (this.taken.free === 0 || !this.duties.hasRoom()) await this.taken.changed();
      else await this.readOnce();
    }
  }

  stop(): void {
    this.stopped = true;
    this.taken.wake();
  }

  private async readOnce(): Promise<void> {
    try {
      const entries = await this.duties.stillOwn(() => this.read(this.connection.redis));
      for (const [entryId, fields] of entries) this.duties.deliver({ entryId, fields, attempt: 1 });
      await answersFirst();
    } catch (error) {
      if (this.stopped) return;
      if (isMissingGroup(error)) await this.duties.restoreGroup();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_FAILURE_MS));
    }
  }

  private async read(redis: Redis): Promise<Entry[]> {
    const { stream, group, consumer } = this.settings;
    // Alone, take all there is; among peers leave them their share of a burst.
    const share = Math.ceil(READ_COUNT / Math.max(1, this.duties.replicas()));
    const count = Math.min(share, this.taken.free);
    const reply = (await redis.xreadgroup(
      ...(['GROUP', group, consumer, 'COUNT', count] as const),
      ...(['BLOCK', BLOCK_MS, 'STREAMS', stream, '>'] as const),
    )) as ReadReply;
    return (reply ?? []).flatMap(([, entries]) => entries);
  }
}

/** Sends the answers of quick handlers before the next read. */
async function answersFirst(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
