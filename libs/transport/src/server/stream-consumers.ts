import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

import type { ServiceKeys } from '../redis/keys.js';
import { releaseDue } from '../wire/delayed-events.js';
import { Broadcasts } from './broadcasts.js';
import { ensureGroup } from './consumer-group.js';
import type { Delivery } from './delivery.js';
import { EventHandler } from './event-handler.js';
import { EventRetries } from './event-retries.js';
import type { HandlingParts } from './handling-parts.js';
import type { ServiceView } from './membership.js';
import type { AckTarget } from './outgoing-batch.js';
import { RequestHandler } from './request-handler.js';
import type { ServerConnections } from './server-connections.js';
import type { ServerStats } from './server-stats.js';
import { StreamConsumer } from './stream-consumer.js';
import { TakenEntries } from './taken-entries.js';

export interface StreamConsumersParts {
  readonly handling: HandlingParts;
  readonly keys: ServiceKeys;
  /** Names this replica within the group. */
  readonly consumer: string;
  readonly connections: ServerConnections;
  /** Resolves when this replica may read. */
  mayRead(): Promise<void>;
}

/** What one replica consumes: the stream of requests, the stream of events, or both. */
export class StreamConsumers {
  private readonly logger = new Logger(StreamConsumers.name);
  private requests: StreamConsumer | undefined;
  private events: StreamConsumer | undefined;
  private retries: EventRetries | undefined;
  private broadcasts: Broadcasts | undefined;

  constructor(private readonly parts: StreamConsumersParts) {}

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
    const { keys, handling } = this.parts;
    const target = this.targetOf(keys.requests, handling.settings.concurrency);
    const handler = new RequestHandler(target, handling);
    this.requests = this.consume(
      target,
      (delivery) => handler.accept(delivery),
      () => true,
    );
  }

  /** Call it before `takeEvents`. */
  takeBroadcasts(): void {
    const { keys, handling, connections } = this.parts;
    const stream = keys.broadcasts;
    const { commands } = connections;
    const reading = connections.readerOf(stream);
    this.broadcasts = new Broadcasts({ stream, handling, commands, reading });
  }

  takeEvents(): void {
    const { keys, handling, consumer, connections } = this.parts;
    const { settings, counter } = handling;
    const target = this.targetOf(keys.events, settings.eventConcurrency);
    const retries = new EventRetries(target, {
      ...{ settings, counter, consumer, keys },
      connection: connections.commands,
      redeliver: (delivery) => handler.accept(delivery),
    });
    const handler = new EventHandler(target, handling, retries, this.broadcasts);
    this.retries = retries;
    this.events = this.consume(
      target,
      (delivery) => handler.accept(delivery),
      () => retries.waiting < settings.maxWaitingEvents,
    );
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

  private targetOf(stream: string, concurrency: number): AckTarget {
    const group = this.parts.handling.settings.service;
    return { stream, group, taken: new TakenEntries(concurrency) };
  }

  private consume(
    target: AckTarget,
    accept: (delivery: Delivery) => void,
    hasRoom: () => boolean,
  ): StreamConsumer {
    const { consumer, keys, connections, handling } = this.parts;
    return new StreamConsumer({
      ...{ target, consumer, keys, accept, hasRoom },
      commands: connections.commands,
      reading: connections.readerOf(target.stream),
      mayRead: () => this.parts.mayRead(),
      restoreGroup: () => this.restoreGroups(),
      redelivered: () => handling.counter.add('redelivered'),
    });
  }
}
