import { EventEmitter, once } from 'node:events';

import { Logger } from '@nestjs/common';

import type { RedisConnection } from '../redis/redis-connection.js';
import { isMissingGroup } from '../redis/reply-error.js';

export interface ConsumerInfo {
  readonly name: string;
  readonly pending: number;
}

export interface StreamView {
  readonly depth: number;
  readonly consumers: readonly ConsumerInfo[];
}

export interface MembershipHooks {
  streams(): readonly string[];
  /** Creates the consumer groups that are missing. */
  ensureGroups(): Promise<void>;
  /** Called after a beat with what Redis knows. */
  updated(streams: ReadonlyMap<string, StreamView>): void;
}

const HEARTBEAT_MS = 250;
/**
 * Milliseconds without a heartbeat after which peers take over: longer than any stretch of synchronous work should be,
 * and much shorter than the deadline of a call.
 */
const DEAD_AFTER_MS = 900;
/** After an interruption of Redis, peers get this long for a heartbeat before they count as dead. */
const GRACE_AFTER_INTERRUPTION_MS = 1_500;

/**
 * Keeps this replica's heartbeat in Redis and reads what Redis knows of its peers.
 *
 * While the key exists, a heartbeat extends its expiry instead of writing it: that works even when Redis is full.
 */
export class Membership {
  private readonly logger = new Logger(Membership.name);
  private timer: NodeJS.Timeout | undefined;
  private beatAt = Number.NEGATIVE_INFINITY;
  private steadySince = Number.POSITIVE_INFINITY;
  private noticedMisses = 0;
  private readonly events = new EventEmitter();
  private stopped = false;

  constructor(
    private readonly connection: RedisConnection,
    /** The key that exists while this replica is alive. */
    private readonly key: string,
    private readonly group: string,
    private readonly hooks: MembershipHooks,
  ) {}

  /** Whether peers can see that this replica lives. */
  get isRegistered(): boolean {
    return performance.now() - this.beatAt < DEAD_AFTER_MS;
  }

  /** Whether a missing heartbeat means death: Redis has been reachable for long enough. */
  get peersAreKnown(): boolean {
    return performance.now() - this.steadySince > GRACE_AFTER_INTERRUPTION_MS;
  }

  /** How often the heartbeat has lapsed so far, as after a freeze of this process. */
  get missedBeats(): number {
    return this.noticedMisses + (this.isRegistered ? 0 : 1);
  }

  async whenRegistered(): Promise<void> {
    if (!this.isRegistered && !this.stopped) await once(this.events, 'registered');
  }

  /** Begins to beat, or goes on: a new connection counts as an interruption. */
  reconnected(): void {
    this.steadySince = performance.now();
    clearTimeout(this.timer);
    void this.beat();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.wake();
  }

  private async beat(): Promise<void> {
    if (this.stopped) return;
    if (this.connection.isReady) await this.beatOnce();
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.beat(), HEARTBEAT_MS);
  }

  private async beatOnce(): Promise<void> {
    const startedAt = performance.now();
    const late = startedAt - this.beatAt > DEAD_AFTER_MS;
    if (late) {
      this.steadySince = startedAt;
      this.noticedMisses += 1;
    }
    try {
      const view = await this.extendAndRead();
      this.beatAt = startedAt;
      this.wake();
      if (!this.stopped) this.hooks.updated(view);
    } catch (error) {
      if (isMissingGroup(error)) await this.restoreGroups();
      else if (this.connection.isReady) this.logger.warn(`No heartbeat: ${String(error)}`);
    }
  }

  /** Never rejects: while the group is missing, each heartbeat asks for it again. */
  private async restoreGroups(): Promise<void> {
    try {
      await this.hooks.ensureGroups();
    } catch (error) {
      this.logger.warn(`Could not create the consumer group: ${String(error)}`);
    }
  }

  private async extendAndRead(): Promise<ReadonlyMap<string, StreamView>> {
    const streams = this.hooks.streams();
    const pipeline = this.connection.redis.pipeline().pexpire(this.key, DEAD_AFTER_MS);
    for (const stream of streams) pipeline.xlen(stream).xinfo('CONSUMERS', stream, this.group);
    const results = (await pipeline.exec()) ?? [];
    const failure = results.find(([error]) => error)?.[0];
    if (results[0]?.[1] === 0) await this.connection.redis.set(this.key, '1', 'PX', DEAD_AFTER_MS);
    if (failure) throw failure;
    return new Map(
      streams.map((stream, at) => [
        stream,
        {
          depth: Number(results[1 + at * 2]?.[1] ?? 0),
          consumers: parseConsumers(results[2 + at * 2]?.[1]),
        },
      ]),
    );
  }

  /** Ends the waiting to be registered. */
  wake(): void {
    this.events.emit('registered');
  }
}

function parseConsumers(reply: unknown): ConsumerInfo[] {
  if (!Array.isArray(reply)) return [];
  return reply.map((fields: unknown[]) => {
    const valueOf = (name: string) => fields[fields.indexOf(name) + 1];
    return { name: String(valueOf('name')), pending: Number(valueOf('pending')) };
  });
}
