// Requests as BullMQ offers them: a job, and `waitUntilFinished`.
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type ConnectionOptions, Queue, QueueEvents, Worker } from 'bullmq';
import { defer, lastValueFrom } from 'rxjs';

import type { BenchClient } from './bench-adapter.js';

const QUEUE = 'bench';
/** As many as a replica of this package runs at once by default. */
const CONCURRENCY = 64;
/** Finished jobs are kept long enough for their caller to ask for the result. */
const KEPT_JOBS = 1_000;

class BullServer extends Server implements CustomTransportStrategy {
  private worker: Worker | undefined;

  constructor(private readonly connection: ConnectionOptions) {
    super();
  }

  async listen(callback: () => void): Promise<void> {
    const { connection } = this;
    const run = ({ name, data }: { name: string; data: unknown }) => this.run(name, data);
    this.worker = new Worker(QUEUE, run, { connection, concurrency: CONCURRENCY });
    await this.worker.waitUntilReady();
    callback();
  }

  async close(): Promise<void> {
    await this.worker?.close();
  }

  on(): void {
    // The benchmark listens to no event.
  }

  unwrap<Unwrapped>(): Unwrapped {
    return this.worker as Unwrapped;
  }

  private async run(pattern: string, data: unknown): Promise<unknown> {
    const handler = this.getHandlerByPattern(pattern);
    return lastValueFrom(this.transformToObservable(await handler?.(data)));
  }
}

const connectionTo = (redisUrl: string) => ({ url: redisUrl, maxRetriesPerRequest: null });

export const serverOptions = (redisUrl: string) => ({
  strategy: new BullServer(connectionTo(redisUrl)),
});

export function createClient(redisUrl: string): BenchClient {
  const connection = connectionTo(redisUrl);
  const queue = new Queue(QUEUE, {
    connection,
    defaultJobOptions: { removeOnComplete: { count: KEPT_JOBS } },
  });
  // Each waiting job adds a listener.
  queue.setMaxListeners(0);
  const events = new QueueEvents(QUEUE, { connection });
  return {
    connect: () => Promise.all([queue.waitUntilReady(), events.waitUntilReady()]),
    send: (pattern: string, data: unknown) =>
      defer(async (): Promise<unknown> => {
        const job = await queue.add(pattern, data);
        return job.waitUntilFinished(events);
      }),
  };
}
