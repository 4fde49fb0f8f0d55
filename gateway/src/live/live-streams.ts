import { setTimeout as delay } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { LIVE_BEAT_MS, liveChannel, type LiveSignal, liveSignalSchema } from '@studiolo/contracts';
import { AppError, throwUnavailable } from '@studiolo/service-kit';
import { RedisConnection } from 'nestjs-redis-streams';
import { Gauge, Histogram } from 'prom-client';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import type { LiveStream } from './live-stream.js';
import { Rounds } from './rounds.js';
import { SessionWatch } from './session-watch.js';

/** A page reconnects after 1 to 5 s, so that the pages of a killed gateway do not all reconnect at once. */
const RETRY_MS = { least: 1_000, spread: 4_000 };
/** Time that each open stream adds to the spread when all pages have to reconnect or to read everything again. */
const SPREAD_PER_STREAM_MS = 5;
/** Resets that are sent together. */
const RESETS_AT_ONCE = 20;
/** A channel that nobody publishes to: subscribing needs at least one channel. */
const SILENT_CHANNEL = liveChannel('');

const openStreams = new Gauge({
  name: 'studiolo_live_streams',
  help: 'Open streams, each of which delivers changes to a page',
});

const delays = new Histogram({
  name: 'studiolo_live_delay_seconds',
  help: 'Time from a change to its delivery, in seconds; as exact as the clocks of database and gateway agree',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5, 30],
});

/** The streams that are open on this gateway. Delivers what is published to their owners. */
@Injectable()
export class LiveStreams implements BeforeApplicationShutdown {
  private readonly byOwner = new Map<string, Set<LiveStream>>();
  private readonly connection: RedisConnection;
  private readonly beats = new Rounds<LiveStream>(LIVE_BEAT_MS, 15, (stream) => stream.beat());
  private isEnding = false;

  constructor(
    @Inject(GATEWAY_SETTINGS) { REDIS_URL, REDIS_CA }: GatewaySettings,
    private readonly watch: SessionWatch,
  ) {
    this.connection = new RedisConnection(
      { redisUrl: REDIS_URL, redisCa: REDIS_CA, label: 'live changes' },
      {
        prepare: (redis) =>
          redis.subscribe(SILENT_CHANNEL, ...[...this.byOwner.keys()].map(liveChannel)),
        probe: (redis) => redis.ping(),
        connected: () => void this.resetAll(),
      },
    );
    this.connection.redis.on('message', (channel: string, text: string) => {
      this.deliver(channel.slice(SILENT_CHANNEL.length), text);
    });
    this.connection.start();
  }

  /**
   * Delivers to a stream whatever is published to its owner from now on.
   * @throws AppError UNAVAILABLE when Redis cannot be reached, or this gateway is shutting down
   */
  async subscribe(stream: LiveStream): Promise<void> {
    const { userId } = stream.session;
    const streams = this.byOwner.get(userId) ?? new Set();
    this.byOwner.set(userId, streams.add(stream));
    openStreams.inc();
    this.beats.add(stream);
    this.watch.add(stream);
    await this.connection.redis.subscribe(liveChannel(userId)).catch(throwUnavailable);
    if (this.isEnding) throw new AppError('UNAVAILABLE');
    stream.hello(retryMs());
  }

  unsubscribe(stream: LiveStream): void {
    const { userId } = stream.session;
    const streams = this.byOwner.get(userId);
    if (!streams?.delete(stream)) return;
    openStreams.dec();
    this.beats.delete(stream);
    this.watch.delete(stream);
    if (streams.size > 0) return;
    this.byOwner.delete(userId);
    // On a broken connection nothing is subscribed.
    this.connection.redis.unsubscribe(liveChannel(userId)).catch(() => undefined);
  }

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    const streams = this.all();
    const spread = Math.max(RETRY_MS.spread, streams.length * SPREAD_PER_STREAM_MS);
    for (const stream of streams) stream.release(retryMs(spread));
    this.connection.close();
  }

  private deliver(userId: string, text: string): void {
    const notice = signalIn(text);
    if (notice && 'change' in notice)
      delays.observe(Math.max(0, Date.now() - Date.parse(notice.change.at)) / 1000);
    for (const stream of this.byOwner.get(userId) ?? []) stream.deliver(notice);
  }

  /** What was published while the subscription was broken is unknown. */
  private async resetAll(): Promise<void> {
    const streams = this.all();
    while (streams.length > 0) {
      for (const stream of streams.splice(0, RESETS_AT_ONCE)) stream.reset();
      await delay(RESETS_AT_ONCE * SPREAD_PER_STREAM_MS);
    }
  }

  private all(): LiveStream[] {
    return [...this.byOwner.values()].flatMap((streams) => [...streams]);
  }
}

/** Jitter: pages disconnected together do not reconnect together. */
function retryMs(spread = RETRY_MS.spread): number {
  return Math.round(RETRY_MS.least + Math.random() * spread);
}

/** Undefined for a text that this version cannot read. */
function signalIn(text: string): LiveSignal | undefined {
  try {
    return liveSignalSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
