import { randomUUID } from 'node:crypto';

import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LIVE_STREAMS_PER_SESSION, SESSION_TTL_MS } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

const ALIVE_INTERVAL_MS = 1_000;
/** Seconds without a heartbeat after which a gateway and its streams count as ended. */
const ALIVE_SECONDS = 5;
const ALIVE_PREFIX = 'studiolo:live:gateway:';

/** Removes the streams of ended gateways, and adds one if the limit allows. */
const ADD = `
  for _, stream in ipairs(redis.call('SMEMBERS', KEYS[1])) do
    if redis.call('EXISTS', ARGV[1] .. string.match(stream, '^[^/]+')) == 0 then
      redis.call('SREM', KEYS[1], stream)
    end
  end
  if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
  redis.call('SADD', KEYS[1], ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return 1`;

const keyOf = (sessionId: string) => `studiolo:live:session:${sessionId}`;

/** Counts the streams of each session over all gateways, in Redis. If Redis loses its data, counting restarts. */
@Injectable()
export class StreamLimit implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(StreamLimit.name);
  private readonly gatewayId = randomUUID();
  private count = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly redis: Redis) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => void this.stayAlive(), ALIVE_INTERVAL_MS).unref();
    await this.stayAlive();
  }

  /** Without the gateway's heartbeat none of its streams counts, even one whose end was not recorded. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.redis.del(ALIVE_PREFIX + this.gatewayId).catch(() => undefined);
  }

  /**
   * Counts one more stream; returns a function to call when it has ended.
   * @throws AppError TOO_MANY_STREAMS, or UNAVAILABLE when Redis cannot be reached
   */
  async enter(sessionId: string): Promise<() => void> {
    const stream = `${this.gatewayId}/${(this.count += 1)}`;
    const values = [ALIVE_PREFIX, LIVE_STREAMS_PER_SESSION, stream, SESSION_TTL_MS];
    const isAdded = await this.redis
      .eval(ADD, 1, keyOf(sessionId), ...values)
      .catch((cause: unknown) => {
        throw new AppError('UNAVAILABLE', {}, { cause });
      });
    if (isAdded !== 1) throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds: ALIVE_SECONDS });
    return () => {
      this.redis
        .srem(keyOf(sessionId), stream)
        .catch((error: unknown) => this.logger.debug({ err: error }, 'An ended stream is counted'));
    };
  }

  private async stayAlive(): Promise<void> {
    await this.redis
      .set(ALIVE_PREFIX + this.gatewayId, 1, 'EX', ALIVE_SECONDS)
      .catch(() => undefined);
  }
}
