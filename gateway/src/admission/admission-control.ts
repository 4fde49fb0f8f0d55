import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

import { Line } from './line.js';

/** Requests of one part of the API that are worked on at once: as many as a replica of a service takes. */
export const AT_ONCE = 64;
/** Fewer, since auth hashes a few passwords at a time and lets only some wait. */
const PASSWORDS_AT_ONCE = 16;
/** Uploads whose bytes go into the store: more take the processors from everybody else and bring no more through. */
export const UPLOADS_AT_ONCE = 4 * availableParallelism();
/** Requests that a gateway takes in whatever they wait for. */
export const ALWAYS_ADMITTED = 256;
/** A mean delay of the event loop: an answer takes about five turns of it. */
const LATE_NS = 0.15e9;
const DELAY_INTERVAL_MS = 500;

const PART = /^\/api\/(auth|projects|storage|upload|download|delete)\b/;
const HASHES_PASSWORDS = new Set([
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'POST /api/auth/reset-password',
  'PUT /api/auth/profile',
]);

export type Part = 'passwords' | 'auth' | 'projects' | 'storage' | 'upload' | 'download' | 'delete';

/** The part that a route, or an address, belongs to; undefined for one that is not limited. */
export function partOf(method: string, route: string): Part | undefined {
  if (method === 'OPTIONS') return undefined;
  if (HASHES_PASSWORDS.has(`${method} ${route}`)) return 'passwords';
  return PART.exec(route)?.[1] as Part | undefined;
}

/**
 * Decides what is worked on, what waits and what is refused. It goes by how many there are and how long they have waited
 * for their turn, never by how long work takes: a slow dependency is no overload.
 */
@Injectable()
export class AdmissionControl implements OnApplicationShutdown {
  private readonly lines: Record<Part, Line> = {
    passwords: new Line(PASSWORDS_AT_ONCE),
    auth: new Line(AT_ONCE),
    projects: new Line(AT_ONCE),
    storage: new Line(AT_ONCE),
    upload: new Line(UPLOADS_AT_ONCE),
    download: new Line(AT_ONCE),
    delete: new Line(AT_ONCE),
  };
  private readonly all = Object.values(this.lines);
  private readonly delay = monitorEventLoopDelay();
  private isLate = false;
  private readonly timer = setInterval(() => this.lookAtDelay(), DELAY_INTERVAL_MS).unref();

  constructor() {
    this.delay.enable();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  /** Whether one more request of the part could not be served soon. */
  refuses(part: Part): boolean {
    const line = this.lines[part];
    if (line.isFull) return true;
    if (!this.isLate && !line.isCrowded) return false;
    return this.all.reduce((sum, { length }) => sum + length, 0) >= ALWAYS_ADMITTED;
  }

  /** Runs the work of a request in its turn; see `Line.run`. */
  run<Result>(part: Part, work: () => Promise<Result>, gone: AbortSignal): Promise<Result> {
    return this.lines[part].run(work, gone);
  }

  /** Refuses all that wait for their turn now. */
  refuseWaiting(part: Part): void {
    this.lines[part].refuseWaiting();
  }

  private lookAtDelay(): void {
    this.isLate = this.delay.mean > LATE_NS;
    this.delay.reset();
  }
}
