import type { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { EVENT_LOOP_SAMPLE_MS } from '@studiolo/service-kit';

import { RETRY_UNAVAILABLE_SECONDS } from '../errors/error-answer.js';
import { ArrivalSlots } from './arrival-slots.js';
import { RequestQueue } from './request-queue.js';

/** Concurrent requests of one part of the API: as many as a replica of a service handles. */
export const AT_ONCE = 64;
/** Fewer, since auth hashes only a few passwords at a time and queues only some. */
const PASSWORDS_AT_ONCE = 16;
/** Concurrent uploads to the store: more would take CPU from other requests without raising throughput. */
export const UPLOADS_AT_ONCE = 4 * availableParallelism();
/** Requests that a gateway admits however long the others have waited. */
export const ALWAYS_ADMITTED = 256;
/** The event loop counts as late above this mean delay, in nanoseconds; one answer takes several turns. */
const LATE_NS = 0.15e9;
const DELAY_INTERVAL_MS = 500;
/** Mean pause before a refusal: as long as Retry-After asks for, while few are pending. */
const PAUSE_MS = RETRY_UNAVAILABLE_SECONDS * 1_000;
/** Pauses grow so that about this many end in a second; sending more would take much of the time for serving. */
const REFUSALS_PER_SECOND = 1_000;
/** Refusals in their pause at once, which limits memory; further ones are answered without it. */
const PENDING_MAX = 8_192;

const PART = /^\/api\/(auth|projects|storage|upload|download|delete)\b/;
const HASHES_PASSWORDS = new Set([
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'POST /api/auth/reset-password',
  'PUT /api/auth/profile',
]);

export type Part = 'passwords' | 'auth' | 'projects' | 'storage' | 'upload' | 'download' | 'delete';

/** The part of the API that a route or URL belongs to; undefined for one without a limit. */
export function partOf(method: string, route: string): Part | undefined {
  if (method === 'OPTIONS') return undefined;
  if (HASHES_PASSWORDS.has(`${method} ${route}`)) return 'passwords';
  return PART.exec(route)?.[1] as Part | undefined;
}

/**
 * Decides which requests run, wait or are refused. Counts them and measures their time in the queue, never the duration
 * of their work: a slow dependency is not an overload.
 */
@Injectable()
export class AdmissionControl implements BeforeApplicationShutdown, OnApplicationShutdown {
  readonly arrivalSlots = new ArrivalSlots();
  private readonly queues: Record<Part, RequestQueue> = {
    passwords: new RequestQueue(PASSWORDS_AT_ONCE),
    auth: new RequestQueue(AT_ONCE),
    projects: new RequestQueue(AT_ONCE),
    storage: new RequestQueue(AT_ONCE),
    upload: new RequestQueue(UPLOADS_AT_ONCE),
    download: new RequestQueue(AT_ONCE),
    delete: new RequestQueue(AT_ONCE),
  };
  private readonly all = Object.values(this.queues);
  private readonly delay = monitorEventLoopDelay({ resolution: EVENT_LOOP_SAMPLE_MS });
  private isLate = false;
  private readonly timer = setInterval(() => this.lookAtDelay(), DELAY_INTERVAL_MS).unref();
  private isEnding = false;
  /** Ends the pause of each pending refusal. */
  private readonly pauses = new Set<() => void>();

  constructor() {
    this.delay.enable();
  }

  beforeApplicationShutdown(): void {
    this.isEnding = true;
    for (const end of this.pauses) end();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  /** Whether to refuse one more request of the part, because it could not be served soon. */
  refuses(part: Part): boolean {
    const queue = this.queues[part];
    if (queue.isFull) return true;
    if (!this.isLate && !queue.isCrowded) return false;
    return this.all.reduce((sum, { length }) => sum + length, 0) >= ALWAYS_ADMITTED;
  }

  /** Runs the work of a request when the queue reaches it; see `RequestQueue.run`. */
  run<Result>(part: Part, work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    return this.queues[part].run(work, gone);
  }

  /**
   * Lets a refused request wait before its client is told, so that a client that repeats its request at once costs
   * little. Ends early when the client disconnects and at the shutdown.
   */
  pause(response: ServerResponse): Promise<void> {
    const pending = this.pauses.size;
    if (this.isEnding || pending >= PENDING_MAX) return Promise.resolve();
    const meanMs = Math.max(PAUSE_MS, (pending / REFUSALS_PER_SECOND) * 1_000);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        response.off('close', end);
        this.pauses.delete(end);
        resolve();
      };
      // Differs, so that clients refused together do not come back together.
      const timer = setTimeout(end, meanMs * (0.5 + Math.random()));
      response.once('close', end);
      this.pauses.add(end);
    });
  }

  /** Refuses all requests now waiting. */
  refuseWaiting(part: Part): void {
    this.queues[part].refuseWaiting();
  }

  private lookAtDelay(): void {
    this.isLate = this.delay.mean > LATE_NS;
    this.delay.reset();
  }
}
