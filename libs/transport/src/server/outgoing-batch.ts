import type { RedisConnection } from '../redis/redis-connection.js';
import { isRedisRefusal } from '../redis/reply-error.js';
import type { MessageSigner } from '../wire/message-signer.js';
import { encodeReplies } from '../wire/reply.js';
import { type OutgoingReply, packReplies, type Publication } from './pack-replies.js';
import type { TakenEntries } from './taken-entries.js';

export interface AckTarget {
  readonly stream: string;
  readonly group: string;
  readonly taken: TakenEntries;
}

const RETRY_MS = 200;

type PipelineResults = [error: Error | null, result: unknown][];

/**
 * Sends the results of a replica's work to Redis in one round trip: all replies of a tick in one PUBLISH for
 * each waiting client, then all acknowledgements in one XACK and one XDEL. What
 * Redis did not confirm is kept and sent again: replies until their deadline, acknowledgements until done.
 */
export class OutgoingBatch {
  private replies: OutgoingReply[] = [];
  private unheard: OutgoingReply[] = [];
  private acks = new Map<AckTarget, string[]>();
  private scheduled = false;
  private flushing = 0;
  private retryTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: RedisConnection,
    private readonly prefix: string,
    private readonly signer: MessageSigner | undefined,
    private readonly redisNow: () => number,
  ) {}

  get isEmpty(): boolean {
    return this.replies.length === 0 && this.acks.size === 0 && this.flushing === 0;
  }

  reply(reply: OutgoingReply): void {
    this.replies.push(reply);
    this.schedule();
  }

  ack(target: AckTarget, entryId: string): void {
    const ids = this.acks.get(target);
    if (ids) ids.push(entryId);
    else this.acks.set(target, [entryId]);
    this.schedule();
  }

  /** Sends what is kept, e.g. after a reconnect. */
  resume(): void {
    if (!this.isEmpty) this.schedule();
  }

  stop(): void {
    clearTimeout(this.retryTimer);
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
    const pipeline = this.connection.redis.pipeline();
    for (const { channel, replies } of publications) {
      const parts = replies.map(({ json }) => json);
      pipeline.publish(channel, encodeReplies(channel, parts, this.signer));
    }
    for (const [{ stream, group }, ids] of acks) {
      pipeline.xack(stream, group, ...ids).xdel(stream, ...ids);
    }
    const results = await (pipeline.exec() as Promise<PipelineResults>).catch(() => []);
    this.flushing -= 1;
    publications.forEach((publication, at) => this.published(publication, results[at]));
    acks.forEach(([target, ids], at) =>
      this.acknowledged(target, ids, results[publications.length + at * 2]),
    );
  }

  /** A message that nobody received is kept: its client may be reconnecting, or gone. */
  private published({ replies }: Publication, result: PipelineResults[number] | undefined): void {
    const heard = result && !result[0] && Number(result[1]) > 0;
    if (heard) return;
    const now = this.redisNow();
    const wanted = replies.filter(({ deadline }) => deadline > now);
    if (wanted.length === 0) return;
    this.unheard.push(...wanted);
    this.retryLater();
  }

  private acknowledged(
    target: AckTarget,
    ids: readonly string[],
    result: PipelineResults[number] | undefined,
  ): void {
    const failed = !result || (result[0] && !isRedisRefusal(result[0]));
    if (!failed) {
      for (const id of ids) target.taken.release(id);
      return;
    }
    this.acks.set(target, [...(this.acks.get(target) ?? []), ...ids]);
    this.retryLater();
  }

  private retryLater(): void {
    this.retryTimer ??= setTimeout(() => {
      this.retryTimer = undefined;
      this.replies.unshift(...this.unheard);
      this.unheard = [];
      this.resume();
    }, RETRY_MS);
  }
}
