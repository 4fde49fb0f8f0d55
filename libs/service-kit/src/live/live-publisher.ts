import { Injectable } from '@nestjs/common';
import {
  LIVE_HISTORY_MAX,
  LIVE_HISTORY_SECONDS,
  LIVE_NOTICE_FIELD,
  liveNoticeSchema,
  liveStreamKey,
} from '@studiolo/contracts';
import { Redis } from 'ioredis';

/** How long a notice's id is remembered, in seconds: far longer than a dispatcher waits before it publishes again. */
const KNOWN_SECONDS = 600;

/**
 * Adds a notice once and notifies the gateways. An owner without an open page for a day has no stream: no page is
 * listening, and no cursor could resume.
 */
const APPEND = `
  if not redis.call('SET', KEYS[2], 1, 'NX', 'EX', ARGV[1]) then return end
  if redis.call('EXISTS', KEYS[1]) == 1 then
    redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], '*', ARGV[3], ARGV[4])
    redis.call('EXPIRE', KEYS[1], ARGV[5])
  end
  redis.call('PUBLISH', KEYS[1], '')`;

/** Publishes notices from the outbox to the gateways, through one Redis stream per owner. */
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
