import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LIVE_BEAT_MS, liveStreamKey } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { RedisConnection } from 'nestjs-redis-streams';

import { SessionReader } from '../session/session-reader.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { LiveHistory } from './live-history.js';
import { openStreams } from './live-metrics.js';
import type { LiveStream } from './live-stream.js';
import { OwnerFeed } from './owner-feed.js';
import type { Position } from './position.js';

/** A page reconnects after 1 to 5 s, so that the pages of a killed gateway do not all reconnect at once. */
const RETRY_MS = { least: 1_000, spread: 4_000 };
/**
 * When a gateway shuts down, each of its streams extends the time over which they reconnect by this many milliseconds.
 */
const SPREAD_PER_STREAM_MS = 2;
/** Owners whose streams are read concurrently after Redis was away. */
const LOOKS_AT_ONCE = 100;
/** A channel that nobody publishes to: subscribing needs at least one channel. */
const SILENT_CHANNEL = 'studiolo:live';

interface OpenFeed {
  readonly feed: OwnerFeed;
  /** Pages that use it, including those still being opened. */
  users: number;
  readonly subscribed: Promise<unknown>;
  readonly timer: NodeJS.Timeout;
}

/** The pages connected to this gateway, by owner. */
@Injectable()
export class LiveFeeds implements BeforeApplicationShutdown {
  private readonly feeds = new Map<string, OpenFeed>();
  private readonly connection: RedisConnection;
  private count = 0;
  private isEnding = false;

  constructor(
    @Inject(GATEWAY_SETTINGS) { REDIS_URL, REDIS_CA }: GatewaySettings,
    private readonly history: LiveHistory,
    private readonly sessions: SessionReader,
  ) {
    this.connection = new RedisConnection(
      { redisUrl: REDIS_URL, redisCa: REDIS_CA, label: 'live changes' },
      {
        prepare: (redis) =>
          redis.subscribe(SILENT_CHANNEL, ...[...this.feeds.keys()].map(liveStreamKey)),
        probe: (redis) => redis.ping(),
        changed: (status) => {
          if (status === 'connected') void this.lookAtAll();
        },
      },
    );
    const prefix = liveStreamKey('');
    this.connection.redis.on('message', (channel: string) => {
      void this.feeds.get(channel.slice(prefix.length))?.feed.look();
    });
    this.connection.start();
  }

  /**
   * Sends a page the changes from a position on, or from now on; returns a function to call when the page has
   * disconnected.
   * @throws AppError UNAVAILABLE when Redis is away or this gateway is shutting down
   */
  async open(stream: LiveStream, from: Position | undefined): Promise<() => void> {
    if (this.isEnding) throw new AppError('UNAVAILABLE');
    const { userId } = stream.session;
    const open = this.feedOf(userId);
    open.users += 1;
    const close = () => this.close(userId, open, stream);
    this.count += 1;
    openStreams.set(this.count);
    try {
      await open.subscribed;
      await open.feed.join(stream, from, retryMs(RETRY_MS.spread));
      if (this.isEnding) stream.release(retryMs(RETRY_MS.spread));
      return close;
    } catch (error) {
      close();
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    const spread = Math.max(RETRY_MS.spread, this.count * SPREAD_PER_STREAM_MS);
    for (const { feed } of this.feeds.values()) feed.release(() => retryMs(spread));
    this.connection.close();
  }

  /** Delivers changes whose notification was lost, and keeps the stream from expiring while pages are open. */
  private lookAfter(ownerId: string, feed: OwnerFeed): void {
    this.history.keep(ownerId).catch(() => undefined);
    void feed.look();
    for (const stream of feed.streams) void this.beat(stream);
  }

  /** Sends a heartbeat, unless the session has expired, or has ended without a notice that arrived. */
  private async beat(stream: LiveStream): Promise<void> {
    stream.beat();
    // While auth is away the stream stays open: every call of the page checks the session anyway.
    const isAlive = await this.sessions.isAlive(stream.session).catch(() => true);
    if (!isAlive) stream.end({ reason: 'session_ended' });
  }

  private feedOf(ownerId: string): OpenFeed {
    const known = this.feeds.get(ownerId);
    if (known) return known;
    const feed = new OwnerFeed(ownerId, this.history);
    const open: OpenFeed = {
      feed,
      users: 0,
      subscribed: this.connection.redis.subscribe(liveStreamKey(ownerId)),
      timer: setInterval(() => this.lookAfter(ownerId, feed), LIVE_BEAT_MS).unref(),
    };
    this.feeds.set(ownerId, open);
    return open;
  }

  private close(ownerId: string, open: OpenFeed, stream: LiveStream): void {
    this.count -= 1;
    openStreams.set(this.count);
    open.feed.leave(stream);
    open.users -= 1;
    if (open.users > 0) return;
    clearInterval(open.timer);
    this.feeds.delete(ownerId);
    this.connection.redis.unsubscribe(liveStreamKey(ownerId)).catch(() => undefined);
  }

  private async lookAtAll(): Promise<void> {
    const feeds = [...this.feeds.values()].map(({ feed }) => feed);
    while (feeds.length > 0) {
      await Promise.all(feeds.splice(0, LOOKS_AT_ONCE).map((feed) => feed.look()));
    }
  }
}

/** Jitter: pages disconnected together do not reconnect together. */
function retryMs(spread: number): number {
  return Math.round(RETRY_MS.least + Math.random() * spread);
}
