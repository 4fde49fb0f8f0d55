import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import {
  LIVE_HISTORY_MAX,
  LIVE_HISTORY_SECONDS,
  LIVE_NOTICE_FIELD,
  type LiveNotice,
  liveNoticeSchema,
  liveStreamKey,
} from '@studiolo/contracts';
import { serverIdOf } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import type { Position } from './position.js';

export interface Entry {
  readonly position: Position;
  /** Undefined for entries without a change: the first one of a stream, or a notice of a later version. */
  readonly notice: LiveNotice | undefined;
}

/** Creates an owner's stream if there is none, with an entry that a cursor can name; returns the last entry's id. */
const BEGIN = `
  if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('XADD', KEYS[1], '*', 'begin', '') end
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1]`;

/** The recent changes of an owner that Redis still has. */
@Injectable()
export class LiveHistory {
  /** Cached by connection, whose server does not change. */
  private readonly epochs = new WeakMap<object, Promise<string>>();

  constructor(private readonly redis: Redis) {}

  /** The position after the last change. */
  async end(ownerId: string): Promise<Position> {
    const begin = () =>
      this.redis.eval(BEGIN, 1, liveStreamKey(ownerId), LIVE_HISTORY_SECONDS) as Promise<string>;
    const { epoch, result: id } = await this.onOneServer(begin);
    return { epoch, id };
  }

  /** The entries after a position, up to a limit; undefined when some may be missing. */
  async after(
    ownerId: string,
    place: Position,
    max = LIVE_HISTORY_MAX,
  ): Promise<Entry[] | undefined> {
    const read = () => this.redis.xrange(liveStreamKey(ownerId), place.id, '+', 'COUNT', max + 1);
    const { epoch, result } = await this.onOneServer(read);
    // If the entry at the position itself is still there, no later one was trimmed, expired or lost.
    if (epoch !== place.epoch || result[0]?.[0] !== place.id) return undefined;
    return result
      .slice(1)
      .map(([id, fields]) => ({ position: { epoch, id }, notice: noticeOf(fields) }));
  }

  /** Keeps an owner's stream for another day without a change. */
  async keep(ownerId: string): Promise<void> {
    await this.redis.expire(liveStreamKey(ownerId), LIVE_HISTORY_SECONDS);
  }

  private async onOneServer<Result>(
    command: () => Promise<Result>,
  ): Promise<{ epoch: string; result: Result }> {
    const { stream } = this.redis;
    const [epoch, result] = await Promise.all([this.epochOf(stream), command()]);
    if (this.redis.stream !== stream) throw new Error('The connection to Redis was replaced');
    return { epoch, result };
  }

  private epochOf(connection: object): Promise<string> {
    let epoch = this.epochs.get(connection);
    if (!epoch) {
      epoch = serverIdOf(this.redis).then(digest);
      this.epochs.set(connection, epoch);
      epoch.catch(() => this.epochs.delete(connection));
    }
    return epoch;
  }
}

/** Hashed, because pages see it in their cursors. */
function digest(serverId: string): string {
  return createHash('sha256').update(serverId).digest('hex').slice(0, 16);
}

function noticeOf(fields: string[]): LiveNotice | undefined {
  const [name, json] = fields;
  if (name !== LIVE_NOTICE_FIELD || json === undefined) return undefined;
  return liveNoticeSchema.safeParse(JSON.parse(json)).data;
}
