import { inOneWrite } from '../redis/batches.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { isRedisRefusal } from '../redis/reply-error.js';
import type { MessageCipher } from '../wire/message-cipher.js';
import { encodeReplies } from '../wire/reply.js';
import { type OutgoingReply, packReplies, type Publication } from './pack-replies.js';
import type { PendingEntries } from './pending-entries.js';

const RETRY_MS = 200;

/**
 * Sends the results of a replica's work to Redis in one round trip: all replies of a tick in one PUBLISH for each
 * waiting client, then all acknowledgements in one XACK and one XDEL. What Redis did not confirm is sent again:
 * replies until their deadline, acknowledgements until Redis confirms them.
 */
export class OutgoingBatch {
  private replies: OutgoingReply[] = [];
  private acks = new Map<PendingEntries, string[]>();
  private scheduled = false;
  private flushing = 0;

  constructor(
    private readonly connection: RedisConnection,
    private readonly prefix: string,
    private readonly cipher: MessageCipher | undefined,
    private readonly redisNow: () => number,
  ) {}

  get isEmpty(): boolean {
    return this.replies.length === 0 && this.acks.size === 0 && this.flushing === 0;
  }

  reply(reply: OutgoingReply): void {
    this.replies.push(reply);
    this.schedule();
  }

  acknowledge(taken: PendingEntries, entryId: string): void {
    const ids = this.acks.get(taken);
    if (ids) ids.push(entryId);
    else this.acks.set(taken, [entryId]);
    this.schedule();
  }

  /** Sends what Redis has not confirmed, e.g. after a reconnect. */
  resume(): void {
    if (!this.isEmpty) this.schedule();
  }

  private schedule(): void {
    if (this.scheduled || !this.connection.isReady) return;
    this.scheduled = true;
    setImmediate(() => {
      this.scheduled = false;
      void this.flush();
    });
  }

  private async flush(): Promise<void> {
    if (!this.connection.isReady) return;
    const publications = packReplies(this.prefix, this.replies);
    const acks = [...this.acks];
    this.replies = [];
    this.acks = new Map();
    this.flushing += 1;
    await inOneWrite(this.connection.redis, () =>
      Promise.all([
        ...publications.map((publication) => this.publish(publication)),
        ...acks.map(([taken, ids]) => this.sendAcks(taken, ids)),
      ]),
    );
    this.flushing -= 1;
  }

  /** A message that nobody received is kept: its client may be reconnecting, or gone. */
  private async publish({ channel, replies }: Publication): Promise<void> {
    const parts = replies.map(({ json }) => json);
    const message = encodeReplies(channel, parts, this.cipher);
    const receivers = await this.connection.redis.publish(channel, message).catch(() => 0);
    if (receivers > 0) return;
    const now = this.redisNow();
    const awaited = replies.filter(({ deadline }) => deadline > now);
    if (awaited.length === 0) return;
    const retry = () => {
      this.replies.unshift(...awaited);
      this.schedule();
    };
    setTimeout(retry, RETRY_MS).unref();
  }

  private async sendAcks(taken: PendingEntries, ids: readonly string[]): Promise<void> {
    const { stream, group } = taken;
    const { redis } = this.connection;
    try {
      const acknowledged = redis.xack(stream, group, ...ids);
      redis.xdel(stream, ...ids).catch(() => undefined);
      await acknowledged;
    } catch (error) {
      if (!isRedisRefusal(error)) {
        // The connection is gone; `resume` follows on the next one.
        this.acks.set(taken, [...(this.acks.get(taken) ?? []), ...ids]);
        return;
      }
    }
    for (const id of ids) taken.release(id);
  }
}
