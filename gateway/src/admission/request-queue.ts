import { AppError, metricsRegistry } from '@studiolo/service-kit';
import PQueue from 'p-queue';
import { Histogram } from 'prom-client';

/** Waiting tasks above which the queue is full. */
export const WAITING_MAX = 1_024;
/** 256 log-ins at 26 a second take this long. With at most 5 s of work, their answers come within 15 s. */
const LONGEST_WAIT_MS = 10_000;
/** The queue is crowded while another task would wait longer than this. */
const CROWDED_WAIT_MS = 250;

const waits = new Histogram({
  name: 'studiolo_http_queue_wait_seconds',
  help: 'Time for which requests waited for a slot, of those that had to wait, in seconds',
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metricsRegistry],
});

/** Runs a limited number of tasks at once, and the others in order of arrival. */
export class RequestQueue {
  private readonly queue: PQueue;
  private readonly waiting = new Set<() => void>();
  /** Time for which the last started task had waited, divided by its place in the queue. */
  private placeMs = 0;

  constructor(private readonly atOnce: number) {
    this.queue = new PQueue({ concurrency: atOnce });
  }

  /** Number of running and waiting tasks. */
  get length(): number {
    return this.queue.pending + this.queue.size;
  }

  /** Whether to refuse requests that arrive; those admitted before in the same moment still wait. */
  get isFull(): boolean {
    return this.queue.size >= WAITING_MAX;
  }

  get isCrowded(): boolean {
    return this.queue.size * this.placeMs > CROWDED_WAIT_MS;
  }

  /**
   * Runs the work when the queue reaches it; the work then keeps its slot until it ends.
   * @param gone aborts when the client has disconnected
   * @throws AppError UNAVAILABLE when the work has not begun within 10 s
   */
  async run<Result>(work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    if (this.length < this.atOnce) {
      this.placeMs = 0;
      return this.queue.add(work);
    }
    const since = performance.now();
    const place = this.queue.size + 1;
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
    const begin = () => {
      endWait();
      const waitedMs = performance.now() - since;
      this.placeMs = waitedMs / place;
      waits.observe(waitedMs / 1000);
      return work();
    };
    return this.queue.add(begin, { signal: wait.signal }).finally(endWait);
  }

  /** Refuses all waiting tasks, which would only fail later. */
  refuseWaiting(): void {
    for (const giveUp of this.waiting) giveUp();
  }
}
