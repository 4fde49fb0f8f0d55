import { Logger } from '@nestjs/common';

import { removeIdleConsumer } from './consumer-group.js';
import type { DeliveryHandler, Entry } from './delivery.js';
import { fetchOwn } from './fetch-own.js';
import type { ConsumerInfo } from './membership.js';
import type { ReplicaContext } from './replica-context.js';

/**
 * Entries touched more recently are left alone: a peer may have claimed them just now, or they are
 * on their way to this replica.
 */
const MIN_IDLE_MS = 500;

type PendingRow = [id: string, consumer: string, idleMs: number, deliveries: number];
type ClaimedEntry = Entry | null;

/** Claims what dead peers had taken, and what was delivered to this replica but never arrived. */
export class Claimer {
  private readonly logger = new Logger(Claimer.name);
  private busy = false;

  constructor(
    private readonly handler: DeliveryHandler,
    private readonly parts: ReplicaContext,
  ) {}

  async claim(consumers: readonly ConsumerInfo[]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.recoverOwn(consumers);
      for (const dead of await this.deadAmong(consumers)) {
        if (dead.pending > 0) await this.claimFrom(dead);
        else await removeIdleConsumer(this.parts, this.handler.taken, dead.name);
      }
    } catch (error) {
      this.logger.warn(`Could not take over from peers: ${String(error)}`);
    } finally {
      this.busy = false;
    }
  }

  private async recoverOwn(consumers: readonly ConsumerInfo[]): Promise<void> {
    const own = consumers.find(({ name }) => name === this.parts.consumer);
    if (own && own.pending > this.handler.taken.size) await this.claimFrom(own);
  }

  private async deadAmong(consumers: readonly ConsumerInfo[]): Promise<ConsumerInfo[]> {
    const peers = consumers.filter(({ name }) => name !== this.parts.consumer);
    if (peers.length === 0) return [];
    const { commands, keys } = this.parts;
    const heartbeats = await commands.redis.mget(peers.map(({ name }) => keys.heartbeat(name)));
    return peers.filter((_, at) => heartbeats[at] === null);
  }

  private async claimFrom({ name }: ConsumerInfo): Promise<void> {
    const { taken } = this.handler;
    const { stream, group } = taken;
    const { commands, consumer } = this.parts;
    const { redis } = commands;
    const limit = taken.free + (name === consumer ? taken.size : 0);
    if (limit === 0) return;
    const rows = (await redis.xpending(stream, group, '-', '+', limit, name)) as PendingRow[];
    const wanted = rows.filter(([id, , idle]) => idle >= MIN_IDLE_MS && !taken.has(id));
    if (wanted.length === 0) return;
    const ids = wanted.slice(0, taken.free).map(([id]) => id);
    const entries = await fetchOwn(this.parts, taken, async () => {
      const claimed = await redis.xclaim(stream, group, consumer, MIN_IDLE_MS, ...ids);
      return (claimed as ClaimedEntry[]).filter((entry) => entry !== null);
    });
    const deliveries = new Map(wanted.map(([id, , , count]) => [id, count]));
    if (entries.length > 0) {
      this.logger.warn(`Took over ${entries.length} entries of ${stream} from ${name}`);
    }
    for (const [entryId, fields] of entries) {
      this.parts.counts.redelivered += 1;
      this.handler.accept({ entryId, fields, attempt: (deliveries.get(entryId) ?? 1) + 1 });
    }
  }
}
