import type { ChainableCommander, Redis } from 'ioredis';

import { inOneWrite } from '../redis/single-write.js';

interface Append {
  readonly stream: string;
  readonly fields: readonly string[];
  readonly settled: (error: Error | undefined) => void;
}

/** Writes all entries of one tick of the event loop to Redis together. */
export class StreamAppender {
  private queue: Append[] = [];

  constructor(private readonly redis: Redis) {}

  append(
    stream: string,
    fields: readonly string[],
    settled: (error: Error | undefined) => void,
  ): void {
    if (this.queue.push({ stream, fields, settled }) === 1) process.nextTick(() => this.flush());
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
        () => first.settled(undefined),
        (error: Error) => first.settled(error),
      );
      return;
    }
    this.transact(batch).then(
      (results) => batch.forEach(({ settled }, at) => settled(results?.[at]?.[0] ?? undefined)),
      (error: Error) => batch.forEach(({ settled }) => settled(error)),
    );
  }

  private async transact(batch: readonly Append[]): ReturnType<ChainableCommander['exec']> {
    const { redis } = this;
    const [, results] = await inOneWrite(redis, () => {
      const began = redis.multi({ pipeline: false });
      const queued = batch.map(({ stream, fields }) => redis.xadd(stream, '*', ...fields));
      // What Redis says of one that it refuses comes before the failure of the whole.
      return Promise.all([Promise.all([began, ...queued]), redis.exec()]);
    });
    return results;
  }
}
