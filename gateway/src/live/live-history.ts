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
  /** Undefined where there is nothing to tell: the entry that begins a stream, or a notice of a later version. */
  readonly notice: LiveNotice | undefined;
}

/** Begins an owner's stream, where there is none, by an entry that a cursor can name; gives the last entry's id. */
const BEGIN = `
  if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('XADD', KEYS[1], '*', 'begin', '') end
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  return redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][1]`;

/** What the services have told of an owner lately, as far as Redis has kept it. */
@Injectable()
export class LiveHistory {
  /** By connection: the server at its other end does not change. */
  private readonly epochs = new WeakMap<object, Promise<string>>();

  constructor(private readonly redis: Redis) {}

  /** The place after everything that was told. */
  async end(ownerId: string): Promise<Position> {
    const begin = () =>
      this.redis.eval(BEGIN, 1, liveStreamKey(ownerId), LIVE_HISTORY_SECONDS) as Promise<string>;
    const { epoch, result: id } = await this.onOneServer(begin);
    return { epoch, id };
  }

  /** What was told after a place, at most so many entries; undefined when some of it may be missing. */
  async after(
    ownerId: string,
    place: Position,
    max = LIVE_HISTORY_MAX,
  ): Promise<Entry[] | undefined> {
    const read = () => this.redis.xrange(liveStreamKey(ownerId), place.id, '+', 'COUNT', max + 1);
    const { epoch, result } = await this.onOneServer(read);
    // The entry at the place itself shows that nothing behind it was trimmed, expired or lost.
    if (epoch !== place.epoch || result[0]?.[0] !== place.id) return undefined;
    return result
      .slice(1)
      .map(([id, fields]) => ({ position: { epoch, id }, notice: noticeOf(fields) }));
  }

  /** Keeps an owner's stream for another day, although nothing is told. */
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

/** Pages see it in their cursors: it tells nothing of the server. */
function digest(serverId: string): string {
  return createHash('sha256').update(serverId).digest('hex').slice(0, 16);
}

function noticeOf(fields: string[]): LiveNotice | undefined {
  const [name, json] = fields;
  if (name !== LIVE_NOTICE_FIELD || json === undefined) return undefined;
  return liveNoticeSchema.safeParse(JSON.parse(json)).data;
}
