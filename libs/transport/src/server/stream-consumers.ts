import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import { ensureGroup } from './consumer-group.js';
import { EventHandler } from './event-handler.js';
import type { StreamView } from './membership.js';
import type { ReplicaParts } from './replica-parts.js';
import { RequestHandler } from './request-handler.js';
import type { ServerStats } from './server-stats.js';
import { StreamConsumer } from './stream-consumer.js';

/** What one replica consumes: the stream of requests, the stream of events, or both. */
export class StreamConsumers {
  readonly all: StreamConsumer[] = [];
  private readonly logger = new Logger(StreamConsumers.name);
  private events: EventHandler | undefined;

  constructor(private readonly parts: ReplicaParts) {}

  /** Messages being worked on. */
  get running(): number {
    return this.all.reduce((sum, { handler }) => sum + handler.taken.running, 0);
  }

  stats(): Pick<ServerStats, 'inFlight' | 'waitingRetries' | 'queues'> {
    return {
      inFlight: this.running,
      waitingRetries: this.events?.retries.waiting ?? 0,
      queues: Object.fromEntries(
        this.all.flatMap(({ handler, queue }) => (queue ? [[handler.kind, queue]] : [])),
      ),
    };
  }

  takeRequests(): void {
    this.all.push(new StreamConsumer(this.parts, new RequestHandler(this.parts)));
  }

  takeEvents(): void {
    this.events = new EventHandler(this.parts);
    this.all.push(new StreamConsumer(this.parts, this.events));
  }

  update(streams: ReadonlyMap<string, StreamView>, canJudgePeers: boolean): void {
    for (const one of this.all) one.update(streams.get(one.handler.taken.stream), canJudgePeers);
  }

  async ensureGroups(redis: Redis): Promise<void> {
    for (const { handler } of this.all) await ensureGroup(redis, handler.taken);
  }

  /** Never rejects: while the group is missing, each heartbeat asks for it again. */
  async restoreGroups(): Promise<void> {
    try {
      await this.ensureGroups(this.parts.commands.redis);
    } catch (error) {
      this.logger.warn(`Could not create the consumer group: ${String(error)}`);
    }
  }

  /** Leaves events that wait for another try to a peer. */
  stopRetries(): void {
    this.events?.retries.stop();
  }
}
