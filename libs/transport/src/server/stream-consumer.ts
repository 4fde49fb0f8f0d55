import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

import { RedisConnection } from '../redis/redis-connection.js';
import { Claimer } from './claimer.js';
import type { DeliveryHandler, Entry } from './delivery.js';
import { fetchOwn } from './fetch-own.js';
import type { StreamView } from './membership.js';
import type { ReplicaContext } from './replica-context.js';
import type { QueueStats } from './server-stats.js';

/** Half of the default concurrency: the replica answers the first half while callers still send the second. */
const READ_COUNT = 32;
/** Short enough to notice a dead connection, long enough to cost little when idle. */
const BLOCK_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 100;
/** Failed events that may wait for their next try before no new ones are read. */
const MAX_WAITING = 1_000;

type ReadReply = [stream: string, entries: Entry[]][] | null;

/** One stream as this replica consumes it: new entries while there are free slots, and those of dead peers. */
export class StreamConsumer {
  /** For the blocking reads alone. */
  private readonly connection: RedisConnection;
  private readonly claimer: Claimer;
  private reading: Promise<void> = Promise.resolve();
  private stopped = false;
  private view: StreamView | undefined;

  constructor(
    private readonly parts: ReplicaContext,
    readonly handler: DeliveryHandler,
  ) {
    const { settings, keys } = parts;
    const label = `${settings.service} reader of ${handler.taken.stream}`;
    const probe = () => this.connection.redis.ping();
    this.connection = new RedisConnection({ ...settings, key: keys.requests, label }, { probe });
    this.claimer = new Claimer(handler, parts);
  }

  get isReady(): boolean {
    return this.connection.isReady;
  }

  get queue(): QueueStats | undefined {
    if (!this.view) return undefined;
    const { depth, consumers } = this.view;
    const pending = consumers.reduce((sum, one) => sum + one.pending, 0);
    return { depth, pending, consumers: consumers.length };
  }

  start(): void {
    this.connection.start();
    this.reading = this.read();
  }

  /** Takes what Redis knows of the stream, and claims the entries of peers that are known to be dead. */
  update(view: StreamView | undefined, peersAreKnown: boolean): void {
    this.view = view;
    if (peersAreKnown && !this.stopped) void this.claimer.claim(view?.consumers ?? []);
  }

  /** Resolves once no further entry can arrive. */
  async stopReading(): Promise<void> {
    this.stopped = true;
    this.handler.taken.wake();
    const { commands } = this.parts;
    const { clientId, isReady } = this.connection;
    if (commands.isReady && clientId !== undefined) {
      await commands.redis.client('UNBLOCK', clientId).catch(() => undefined);
    }
    if (!isReady) this.connection.close();
    await this.reading;
  }

  close(): void {
    this.connection.close();
  }

  private async read(): Promise<void> {
    const { handler } = this;
    const { taken } = handler;
    while (!this.stopped) {
      await this.connection.whenReady();
      // A stop while Redis could not be reached has ended the wait for registration already.
      if (this.stopped) return;
      await this.parts.membership.whenRegistered();
      if (this.stopped) return;
      if (taken.free === 0 || handler.waiting >= MAX_WAITING) await taken.changed();
      else await this.readOnce();
    }
  }

  private async readOnce(): Promise<void> {
    try {
      const entries = await fetchOwn(this.parts, this.handler.taken, () => this.fetch());
      for (const [entryId, fields] of entries) this.handler.accept({ entryId, fields, attempt: 1 });
      // Sends the answers of quick handlers before the next read.
      await nextTurn();
      await nextTurn();
    } catch {
      // The next heartbeat restores a group that is missing.
      if (!this.stopped) await pause(PAUSE_AFTER_FAILURE_MS);
    }
  }

  private async fetch(): Promise<Entry[]> {
    const { stream, group, free } = this.handler.taken;
    // Alone, take all there is; among peers leave them their share of a burst.
    const share = Math.ceil(READ_COUNT / Math.max(1, this.view?.consumers.length ?? 1));
    const reply = (await this.connection.redis.xreadgroup(
      ...(['GROUP', group, this.parts.consumer, 'COUNT', Math.min(share, free)] as const),
      ...(['BLOCK', BLOCK_MS, 'STREAMS', stream, '>'] as const),
    )) as ReadReply;
    return (reply ?? []).flatMap(([, entries]) => entries);
  }
}
