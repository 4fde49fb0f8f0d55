import type { ChainableCommander, Redis } from 'ioredis';

import { inOneWrite } from '../redis/batches.js';

interface Append {
  readonly stream: string;
  readonly fields: readonly string[];
  readonly stored: (error: Error | undefined) => void;
}

/** Writes all entries of one tick of the event loop to Redis together. */
export class StreamAppender {
  private queue: Append[] = [];

  constructor(private readonly redis: Redis) {}

  append(
    stream: string,
    fields: readonly string[],
    stored: (error: Error | undefined) => void,
  ): void {
    if (this.queue.push({ stream, fields, stored }) === 1) process.nextTick(() => this.flush());
  }

  /**
   * Several entries go as one transaction: Redis then wakes a waiting reader once, for all of them,
   * and not for the first one alone.
   */
  private flush(): void {
    const batch = this.queue;
    this.queue = [];
    const [first] = batch;
    if (first && batch.length === 1) {
      this.redis.xadd(first.stream, '*', ...first.fields).then(
        () => first.stored(undefined),
        (error: Error) => first.stored(error),
      );
      return;
    }
    this.transact(batch).then(
      (results) => batch.forEach(({ stored }, at) => stored(results?.[at]?.[0] ?? undefined)),
      (error: Error) => batch.forEach(({ stored }) => stored(error)),
    );
  }

  private async transact(batch: readonly Append[]): ReturnType<ChainableCommander['exec']> {
    const { redis } = this;
    const [, results] = await inOneWrite(redis, () => {
      const began = redis.multi({ pipeline: false });
      const queued = batch.map(({ stream, fields }) => redis.xadd(stream, '*', ...fields));
      // The reason why Redis refuses one command comes before the failure of the transaction.
      return Promise.all([Promise.all([began, ...queued]), redis.exec()]);
    });
    return results;
  }
}
