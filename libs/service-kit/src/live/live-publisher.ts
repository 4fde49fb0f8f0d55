import { Injectable } from '@nestjs/common';
import {
  LIVE_HISTORY_MAX,
  LIVE_HISTORY_SECONDS,
  LIVE_NOTICE_FIELD,
  liveNoticeSchema,
  liveStreamKey,
} from '@studiolo/contracts';
import { Redis } from 'ioredis';

/** How long a notice is known, in seconds: far longer than a dispatcher waits before it publishes one again. */
const KNOWN_SECONDS = 600;

/**
 * Adds a notice once, and lets gateways know. An owner of whom no page was open for a day has no stream: there is
 * nobody to tell, and no cursor that could ask for it later.
 */
const APPEND = `
  if not redis.call('SET', KEYS[2], 1, 'NX', 'EX', ARGV[1]) then return end
  if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], '*', ARGV[3], ARGV[4])
    redis.call('EXPIRE', KEYS[1], ARGV[5])
  end
  redis.call('PUBLISH', KEYS[1], '')`;

/** Hands notices of the outbox to the gateways, by a stream in Redis for each owner. */
@Injectable()
export class LivePublisher {
  constructor(private readonly redis: Redis) {}

  /** @param id the same one again adds nothing within ten minutes */
  async publish(payload: unknown, id: string): Promise<void> {
    const notice = liveNoticeSchema.parse(payload);
    const keys = [liveStreamKey(notice.ownerId), `studiolo:live:known:${id}`];
    const entry = [LIVE_HISTORY_MAX + 1, LIVE_NOTICE_FIELD, JSON.stringify(notice)];
    const { length } = keys;
    await this.redis.eval(APPEND, length, ...keys, KNOWN_SECONDS, ...entry, LIVE_HISTORY_SECONDS);
  }
}
