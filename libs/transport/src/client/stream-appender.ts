import type { Redis } from 'ioredis';

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
    const transaction = this.redis.multi();
    for (const { stream, fields } of batch) transaction.xadd(stream, '*', ...fields);
    transaction.exec().then(
      (results) => {
        batch.forEach(({ settled }, at) => settled(results?.[at]?.[0] ?? undefined));
      },
      (error: Error) => {
        for (const { settled } of batch) settled(error);
      },
    );
  }
}
