import { Logger } from '@nestjs/common';

import type { ServiceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { isMissingGroup } from '../redis/reply-error.js';
import { type ConsumerInfo, parseConsumers } from './consumer-group.js';
import type { ServerSettings } from './server-options.js';

export interface StreamView {
  readonly depth: number;
  readonly consumers: readonly ConsumerInfo[];
}

export interface MembershipDuties {
  readonly streams: readonly string[];
  restoreGroups(): Promise<void>;
  /** Called after a beat with what Redis knows. */
  seen(streams: ReadonlyMap<string, StreamView>): void;
  /** Called after each beat, successful or not. */
  beaten(): void;
}

/** Whether peers can see that this replica lives. */
export type Liveness = Pick<Membership, 'whenRegistered' | 'lapses'>;

/** After Redis was away, peers get this long to show that they are alive before they are taken for dead. */
const GRACE_AFTER_INTERRUPTION_MS = 1_500;

/**
 * Keeps this replica's sign of life in Redis and looks at its peers.
 *
 * While the key exists its expiry is extended instead of writing it again: that works even when Redis is out of memory.
 */
export class Membership {
  private readonly logger = new Logger(Membership.name);
  private readonly key: string;
  private timer: NodeJS.Timeout | undefined;
  private beatAt = Number.NEGATIVE_INFINITY;
  private steadySince = Number.POSITIVE_INFINITY;
  private noticedLapses = 0;
  private waiters: (() => void)[] = [];
  private stopped = false;

  constructor(
    private readonly connection: RedisConnection,
    keys: ServiceKeys,
    consumer: string,
    private readonly settings: ServerSettings,
    private readonly duties: MembershipDuties,
  ) {
    this.key = keys.heartbeat(consumer);
  }

  /** Whether peers can see that this replica lives. */
  get isRegistered(): boolean {
    return performance.now() - this.beatAt < this.settings.deadAfterMs;
  }

  /** Whether a missing sign of life means death: Redis has been reachable for long enough. */
  get canJudgePeers(): boolean {
    return performance.now() - this.steadySince > GRACE_AFTER_INTERRUPTION_MS;
  }

  start(): void {
    void this.beat();
  }

  /** How often the heartbeat has lapsed so far, as after a freeze of this process. */
  get lapses(): number {
    return this.noticedLapses + (this.isRegistered ? 0 : 1);
  }

  whenRegistered(): Promise<void> {
    if (this.isRegistered || this.stopped) return Promise.resolve();
    return new Promise((resolve) => this.waiters.push(resolve));
  }

  /** A new connection counts as an interruption. */
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
    this.duties.beaten();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.beat(), this.settings.heartbeatMs);
  }

  private async beatOnce(): Promise<void> {
    const startedAt = performance.now();
    const late = startedAt - this.beatAt > this.settings.deadAfterMs;
    if (late) {
      this.steadySince = startedAt;
      this.noticedLapses += 1;
    }
    try {
      const view = await this.prolongAndLook();
      this.beatAt = startedAt;
      this.wake();
      if (!this.stopped) this.duties.seen(view);
    } catch (error) {
      if (isMissingGroup(error)) await this.duties.restoreGroups();
      else if (this.connection.isReady) this.logger.warn(`No heartbeat: ${String(error)}`);
    }
  }

  private async prolongAndLook(): Promise<ReadonlyMap<string, StreamView>> {
    const { deadAfterMs, service } = this.settings;
    const pipeline = this.connection.redis.pipeline().pexpire(this.key, deadAfterMs);
    for (const stream of this.duties.streams) {
      pipeline.xlen(stream).xinfo('CONSUMERS', stream, service);
    }
    const results = (await pipeline.exec()) ?? [];
    const failure = results.find(([error]) => error)?.[0];
    if (results[0]?.[1] === 0) await this.connection.redis.set(this.key, '1', 'PX', deadAfterMs);
    if (failure) throw failure;
    return new Map(
      this.duties.streams.map((stream, at) => [
        stream,
        {
          depth: Number(results[1 + at * 2]?.[1] ?? 0),
          consumers: parseConsumers(results[2 + at * 2]?.[1]),
        },
      ]),
    );
  }

  /** Lets those go who wait to be registered. */
  wake(): void {
    const waiters = this.waiters;
    this.waiters = [];
    for (const resolve of waiters) resolve();
  }
}
