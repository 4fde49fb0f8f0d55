import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { releaseDue } from '../wire/delayed-events.js';
import type { Broadcasts } from './broadcasts.js';
import {
  consumeEvents,
  consumeRequests,
  type ConsumingParts,
  readBroadcasts,
} from './consume-streams.js';
import { ensureGroup } from './consumer-group.js';
import type { EventRetries } from './event-retries.js';
import type { ServiceView } from './membership.js';
import type { ServerStats } from './server-stats.js';
import type { StreamConsumer } from './stream-consumer.js';

/** What one replica consumes: the stream of requests, the stream of events, or both. */
export class StreamConsumers {
  private readonly logger = new Logger(StreamConsumers.name);
  private requests: StreamConsumer | undefined;
  private events: StreamConsumer | undefined;
  private retries: EventRetries | undefined;
  private broadcasts: Broadcasts | undefined;
  private readonly restoreGroup = () => this.restoreGroups();

  constructor(private readonly parts: ConsumingParts) {}

  get all(): StreamConsumer[] {
    return [this.requests, this.events].filter((one) => one !== undefined);
  }

  /** Whatever reads a stream, with a group or without. */
  get readers(): (StreamConsumer | Broadcasts)[] {
    return this.broadcasts ? [...this.all, this.broadcasts] : this.all;
  }

  /** Messages being worked on. */
  get running(): number {
    const broadcasts = this.broadcasts?.running ?? 0;
    return this.all.reduce((sum, { target }) => sum + target.taken.running, broadcasts);
  }

  stats(): Pick<ServerStats, 'inFlight' | 'waitingRetries' | 'queues'> {
    const requests = this.requests?.queue;
    const events = this.events?.queue;
    return {
      inFlight: this.running,
      waitingRetries: this.retries?.waiting ?? 0,
      queues: { ...(requests && { request: requests }), ...(events && { event: events }) },
    };
  }

  takeRequests(): void {
    this.requests = consumeRequests(this.parts, this.restoreGroup);
  }

  /** Call it before `takeEvents`. */
  takeBroadcasts(): void {
    this.broadcasts = readBroadcasts(this.parts);
  }

  takeEvents(): void {
    const { consumer, retries } = consumeEvents(this.parts, this.restoreGroup, this.broadcasts);
    this.events = consumer;
    this.retries = retries;
  }

  seen({ streams, delayed }: ServiceView, canJudgePeers: boolean): void {
    for (const one of this.all) one.seen(streams.get(one.target.stream), canJudgePeers);
    if (delayed > 0 && this.events) void this.releaseDue();
  }

  async ensureGroups(redis: Redis): Promise<void> {
    for (const { target } of this.all) await ensureGroup(redis, target.stream, target.group);
  }

  /** Never rejects: while the group is missing, the next read or heartbeat asks for it again. */
  async restoreGroups(): Promise<void> {
    try {
      await this.ensureGroups(this.parts.connections.commands.redis);
    } catch (error) {
      this.logger.warn(`Could not create the consumer group: ${String(error)}`);
    }
  }

  /** Leaves events that wait for another try to a peer. */
  stopRetries(): void {
    this.retries?.stop();
  }

  /** Every replica does this; the first to come finds what is due. */
  private async releaseDue(): Promise<void> {
    try {
      await this.parts.connections.commands.redis.eval(...releaseDue(this.parts.keys));
    } catch (error) {
      this.logger.warn(`Could not release delayed events: ${String(error)}`);
    }
  }
}
