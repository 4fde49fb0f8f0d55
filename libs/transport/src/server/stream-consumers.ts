import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { consumeEvents, consumeRequests, type ConsumingParts } from './consume-streams.js';
import { ensureGroup } from './consumer-group.js';
import type { EventRetries } from './event-retries.js';
import type { StreamView } from './membership.js';
import type { ServerStats } from './server-stats.js';
import type { StreamConsumer } from './stream-consumer.js';

/** What one replica consumes: the stream of requests, the stream of events, or both. */
export class StreamConsumers {
  private readonly logger = new Logger(StreamConsumers.name);
  private requests: StreamConsumer | undefined;
  private events: StreamConsumer | undefined;
  private retries: EventRetries | undefined;
  private readonly restoreGroup = () => this.restoreGroups();

  constructor(private readonly parts: ConsumingParts) {}

  get all(): StreamConsumer[] {
    return [this.requests, this.events].filter((one) => one !== undefined);
  }

  /** Messages being worked on. */
  get running(): number {
    return this.all.reduce((sum, { target }) => sum + target.taken.running, 0);
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

  takeEvents(): void {
    const { consumer, retries } = consumeEvents(this.parts, this.restoreGroup);
    this.events = consumer;
    this.retries = retries;
  }

  seen(streams: ReadonlyMap<string, StreamView>, canJudgePeers: boolean): void {
    for (const one of this.all) one.seen(streams.get(one.target.stream), canJudgePeers);
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
}
