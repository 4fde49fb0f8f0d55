import type { Socket } from 'node:net';

import { AppError } from '@studiolo/service-kit';
import PQueue from 'p-queue';

/** Waiting requests of one part of the API; further ones are refused. */
export const WAITING_MAX = 1_024;
/** 256 log-ins at 26 a second take this long. With at most 5 s of work, their answers come within 15 s. */
const LONGEST_WAIT_MS = 10_000;

/** Runs a limited number of requests at once, and the others in order of arrival. */
export class RequestQueue {
  private readonly queue: PQueue;

  constructor(private readonly atOnce: number) {
    this.queue = new PQueue({ concurrency: atOnce });
  }

  /** Running and waiting requests. */
  get length(): number {
    return this.queue.pending + this.queue.size;
  }

  /**
   * Runs the work when its turn comes. The work keeps its slot until it ends, whether or not its client stays.
   * @param client connection of the request; once it is closed, the request no longer waits
   * @throws AppError UNAVAILABLE when too many requests wait, or the work has not begun within 10 s
   */
  run<Result>(work: () => Promise<Result>, client: Socket): Promise<Result> {
    return this.length < this.atOnce ? this.queue.add(work) : this.waitAndRun(work, client);
  }

  private async waitAndRun<Result>(work: () => Promise<Result>, client: Socket): Promise<Result> {
    if (this.queue.size >= WAITING_MAX || client.destroyed) throw new AppError('UNAVAILABLE');
    const wait = new AbortController();
    const giveUp = () => wait.abort();
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    client.once('close', giveUp);
    const stopWaiting = () => {
      clearTimeout(timer);
      client.off('close', giveUp);
    };
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      stopWaiting();
      return work();
    };
    try {
      return await this.queue.add(begin, { signal: wait.signal });
    } catch (error) {
      throw hasBegun ? error : new AppError('UNAVAILABLE');
    } finally {
      stopWaiting();
    }
  }

  /** Refuses all waiting requests, which would only fail later. */
  refuseWaiting(): void {
    this.queue.clear();
  }
}
