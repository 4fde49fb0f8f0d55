import type { Redis } from 'ioredis';

interface Append {
  readonly stream: string;
  readonly fields: readonly string[];
  readonly settled: (error: Error | undefined) => void;
}

/** Writes all entries of one tick to Redis in one go. */
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

  private flush(): void {
    const batch = this.queue;
    this.queue = [];
    const pipeline = this.redis.pipeline();
    for (const { stream, fields, settled } of batch) {
      pipeline.xadd(stream, '*', ...fields, (error) => settled(error ?? undefined));
    }
    pipeline.exec().catch((error: Error) => {
      for (const { settled } of batch) settled(error);
    });
  }
}
