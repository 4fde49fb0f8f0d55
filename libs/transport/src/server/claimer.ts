import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import type { ServiceKeys } from '../redis/keys.js';
import { type ConsumerInfo, removeIdleConsumer } from './consumer-group.js';
import type { Delivery, Entry } from './delivery.js';
import type { AckTarget } from './outgoing-batch.js';

/**
 * Entries touched more recently are left alone: a peer may have claimed them just now, or they are
 * on their way to this replica.
 */
const MIN_IDLE_MS = 500;

export interface ClaimerParts {
  readonly redis: Redis;
  readonly keys: ServiceKeys;
  readonly consumer: string;
  /** What has been claimed and is still pending for this replica. */
  readonly stillOwn: (fetch: () => Promise<Entry[]>) => Promise<Entry[]>;
  redelivered(delivery: Delivery): void;
}

type PendingRow = [id: string, consumer: string, idleMs: number, deliveries: number];
type ClaimedEntry = Entry | null;

/** Takes over what dead peers had taken, and what was delivered to this replica but never arrived. */
export class Claimer {
  private readonly logger = new Logger(Claimer.name);
  private busy = false;

  constructor(
    private readonly target: AckTarget,
    private readonly parts: ClaimerParts,
  ) {}

  async look(consumers: readonly ConsumerInfo[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.recoverOwn(consumers);
      for (const dead of await this.deadAmong(consumers)) await this.removeOrClaim(dead);
    } catch (error) {
      this.logger.warn(`Could not look after peers: ${String(error)}`);
    } finally {
      this.busy = false;
    }
  }

  private async recoverOwn(consumers: readonly ConsumerInfo[]): Promise<void> {
    const own = consumers.find(({ name }) => name === this.parts.consumer);
    if (own && own.pending > this.target.taken.size) await this.claimFrom(own);
  }

  private async deadAmong(consumers: readonly ConsumerInfo[]): Promise<ConsumerInfo[]> {
    const peers = consumers.filter(({ name }) => name !== this.parts.consumer);
    if (peers.length === 0) return [];
    const { redis, keys } = this.parts;
    const heartbeats = await redis.mget(peers.map(({ name }) => keys.heartbeat(name)));
    return peers.filter((_, at) => heartbeats[at] === null);
  }

  private async removeOrClaim(dead: ConsumerInfo): Promise<void> {
    if (dead.pending > 0) {
      await this.claimFrom(dead);
      return;
    }
    const { stream, group } = this.target;
    const heartbeat = this.parts.keys.heartbeat(dead.name);
    await removeIdleConsumer(this.parts.redis, { stream, group, consumer: dead.name, heartbeat });
  }

  private async claimFrom({ name }: ConsumerInfo): Promise<void> {
    const { stream, group, taken } = this.target;
    const { redis, consumer, stillOwn } = this.parts;
    const limit = taken.free + (name === consumer ? taken.size : 0);
    if (limit === 0) return;
    const rows = (await redis.xpending(stream, group, '-', '+', limit, name)) as PendingRow[];
    const wanted = rows.filter(([id, , idle]) => idle >= MIN_IDLE_MS && !taken.has(id));
    if (wanted.length === 0) return;
    const ids = wanted.slice(0, taken.free).map(([id]) => id);
    const entries = await stillOwn(async () => {
      const claimed = await redis.xclaim(stream, group, consumer, MIN_IDLE_MS, ...ids);
      return (claimed as ClaimedEntry[]).filter((entry) => entry !== null);
    });
    const deliveries = new Map(wanted.map(([id, , , count]) => [id, count]));
    if (entries.length > 0) {
      this.logger.warn(`Took over ${entries.length} entries of ${stream} from ${name}`);
    }
    for (const [entryId, fields] of entries) {
      this.parts.redelivered({ entryId, fields, attempt: (deliveries.get(entryId) ?? 1) + 1 });
    }
  }
}
