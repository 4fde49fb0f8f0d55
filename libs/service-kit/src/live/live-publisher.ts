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
 * Adds each notice once and notifies the gateways. An owner without an open page for a day has no stream: no page is
 * listening, and no cursor could resume.
 */
const APPEND = `
  local isOpen = redis.call('EXISTS', KEYS[1]) == 1
  local isNew = false
  for number = 2, #KEYS do
    if redis.call('SET', KEYS[number], 1, 'NX', 'EX', ARGV[1]) then
      isNew = true
      if isOpen then redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], '*', ARGV[3], ARGV[number + 3]) end
    end
  end
  if not isNew then return end
  if isOpen then redis.call('EXPIRE', KEYS[1], ARGV[4]) end
  redis.call('PUBLISH', KEYS[1], '')`;

interface OutgoingNotice {
  /** The same one again adds nothing within ten minutes. */
  readonly id: string;
  readonly payload: unknown;
}

/** Publishes notices from the outbox to the gateways, through one Redis stream per owner. */
@Injectable()
export class LivePublisher {
  constructor(private readonly redis: Redis) {}

  /** Adds all notices, which are of one owner, or none. */
  async publish(outgoing: readonly OutgoingNotice[]): Promise<void> {
    const notices = outgoing.map(({ payload }) => liveNoticeSchema.parse(payload));
    const [first] = notices;
    if (!first) return;
    const known = outgoing.map(({ id }) => `studiolo:live:known:${id}`);
    const keys = [liveStreamKey(first.ownerId), ...known];
    const settings = [KNOWN_SECONDS, LIVE_HISTORY_MAX + 1, LIVE_NOTICE_FIELD, LIVE_HISTORY_SECONDS];
    const texts = notices.map((notice) => JSON.stringify(notice));
    await this.redis.eval(APPEND, keys.length, ...keys, ...settings, ...texts);
  }
}
