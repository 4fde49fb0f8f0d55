import type { ServiceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { Claimer } from './claimer.js';
import type { ConsumerInfo } from './consumer-group.js';
import type { Delivery, Entry } from './delivery.js';
import type { Liveness, StreamView } from './membership.js';
import type { AckTarget } from './outgoing-batch.js';
import type { QueueStats } from './server-stats.js';
import { StreamReader } from './stream-reader.js';

export interface StreamConsumerParts {
  readonly target: AckTarget;
  readonly consumer: string;
  readonly keys: ServiceKeys;
  readonly commands: RedisConnection;
  /** Of its own, for the blocking read. */
  readonly reading: RedisConnection;
  readonly liveness: () => Liveness | undefined;
  hasRoom(): boolean;
  restoreGroup(): Promise<void>;
  accept(delivery: Delivery): void;
  redelivered(): void;
}

/** One stream as this replica consumes it: new entries, and those of dead peers. */
export class StreamConsumer {
  readonly target: AckTarget;
  private readonly reader: StreamReader;
  private readonly claimer: Claimer;
  private reading: Promise<void> = Promise.resolve();
  private stopped = false;
  private view: StreamView | undefined;

  constructor(private readonly parts: StreamConsumerParts) {
    const { target, consumer, keys, commands } = parts;
    this.target = target;
    this.reader = new StreamReader(
      parts.reading,
      { stream: target.stream, group: target.group, consumer },
      target.taken,
      {
        mayRead: () => parts.liveness()?.whenRegistered() ?? Promise.resolve(),
        stillOwn: (fetch) => this.stillOwn(fetch),
        replicas: () => this.view?.consumers.length ?? 1,
        hasRoom: () => parts.hasRoom(),
        restoreGroup: () => parts.restoreGroup(),
        deliver: (delivery) => parts.accept(delivery),
      },
    );
    this.claimer = new Claimer(target, {
      redis: commands.redis,
      keys,
      consumer,
      stillOwn: (fetch) => this.stillOwn(fetch),
      redelivered: (delivery) => {
        parts.redelivered();
        parts.accept(delivery);
      },
    });
  }

  get isReady(): boolean {
    return this.parts.reading.isReady;
  }

  get queue(): QueueStats | undefined {
    if (!this.view) return undefined;
    const { depth, consumers } = this.view;
    const pending = consumers.reduce((sum, { pending }) => sum + pending, 0);
    return { depth, pending, consumers: consumers.length };
  }

  start(): void {
    this.parts.reading.start();
    this.reading = this.reader.run();
  }

  /** Takes what Redis knows of the stream, and claims the entries of peers that are known to be dead. */
  seen(view: StreamView | undefined, canJudgePeers: boolean): void {
    this.view = view;
    const consumers: readonly ConsumerInfo[] = view?.consumers ?? [];
    if (canJudgePeers && !this.stopped) void this.claimer.look(consumers);
  }

  /** Leaves out what peers have claimed while this process was frozen and what it had fetched lay in its socket. */
  private async stillOwn(fetch: () => Promise<Entry[]>): Promise<Entry[]> {
    const { commands, consumer, liveness } = this.parts;
    const { stream, group, taken } = this.target;
    const lapses = liveness()?.lapses;
    const entries = await fetch();
    if (entries.length === 0 || liveness()?.lapses === lapses) return entries;
    await liveness()?.whenRegistered();
    const most = taken.size + entries.length;
    const rows = await commands.redis.xpending(stream, group, '-', '+', most, consumer);
    const own = new Set((rows as [id: string][]).map(([id]) => id));
    return entries.filter(([id]) => own.has(id) && !taken.has(id));
  }

  /** Resolves once no further entry can arrive. */
  async stopReading(): Promise<void> {
    this.stopped = true;
    this.reader.stop();
    const { commands, reading } = this.parts;
    if (commands.isReady && reading.clientId !== undefined) {
      await commands.redis.client('UNBLOCK', reading.clientId).catch(() => undefined);
    }
    if (!reading.isReady) reading.close();
    await this.reading;
  }

  close(): void {
    this.parts.reading.close();
  }
}
