import { AsyncResource } from 'node:async_hooks';

import { AppError } from '@studiolo/service-kit';
import PQueue from 'p-queue';

/** Pieces of work that wait at most, so that memory stays bounded. */
export const WAITING_MAX = 1_024;
/** So long do 256 log-ins take where only 26 a second are possible. With 5 s of work, an answer is due within 10 s. */
const LONGEST_WAIT_MS = 10_000;
/** The queue is crowded while whatever began last had waited for longer. */
const CROWDED_WAIT_MS = 500;

/** Works on some things at once and on the others in the order they came. */
export class RequestQueue {
  private readonly queue: PQueue;
  private readonly waiting = new Set<() => void>();
  /** How long the request that began last had waited, in milliseconds. */
  private lastWaitMs = 0;

  constructor(private readonly atOnce: number) {
    this.queue = new PQueue({ concurrency: atOnce });
  }

  /** Pieces of work that run or wait. */
  get length(): number {
    return this.queue.pending + this.queue.size;
  }

  /** Whether no more may wait. */
  get isFull(): boolean {
    return this.queue.size >= WAITING_MAX;
  }

  get isCrowded(): boolean {
    return this.queue.size > 0 && this.lastWaitMs > CROWDED_WAIT_MS;
  }

  /**
   * Runs the work when its turn has come; once begun, it keeps its place until it has ended.
   * @param gone aborts when nobody waits for the work any more
   * @throws AppError UNAVAILABLE when too many are waiting already, or its turn does not come within 10 s
   */
  async run<Result>(work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    if (this.length < this.atOnce) return this.queue.add(work);
    if (this.isFull) throw new AppError('UNAVAILABLE');
    const since = performance.now();
    const wait = new AbortController();
    const giveUp = () => wait.abort(new AppError('UNAVAILABLE'));
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    gone.addEventListener('abort', giveUp);
    this.waiting.add(giveUp);
    const endWait = () => {
      this.waiting.delete(giveUp);
      clearTimeout(timer);
      gone.removeEventListener('abort', giveUp);
    };
    // Bound: it is started when another request ends, in that request's context with its id and trace.
    const begin = AsyncResource.bind(() => {
      endWait();
      this.lastWaitMs = performance.now() - since;
      return work();
    });
    return this.queue.add(begin, { signal: wait.signal }).finally(endWait);
  }

  /** What waits now would only fail later: it is refused. */
  refuseWaiting(): void {
    for (const giveUp of this.waiting) giveUp();
  }
}
