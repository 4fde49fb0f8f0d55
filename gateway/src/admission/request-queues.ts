import { availableParallelism } from 'node:os';

import { Injectable } from '@nestjs/common';

import { RequestQueue } from './request-queue.js';

/** Concurrent requests of one part of the API: as many as a replica of a service handles. */
export const AT_ONCE = 64;
/** Fewer, since auth hashes only a few passwords at a time and queues only some. */
const PASSWORDS_AT_ONCE = 16;
/** More uploads at once would take processor time from other requests without being faster. */
export const UPLOADS_AT_ONCE = 4 * availableParallelism();

/** Uploads and downloads take a slot themselves, but not for the time in which a client sends or receives bytes. */
const PART = /^\/api\/(auth|projects|storage|delete)\b/;
const HASHES_PASSWORDS = new Set([
  'POST /api/auth/login',
  'POST /api/auth/signup',
  'POST /api/auth/reset-password',
  'PUT /api/auth/profile',
]);

/** The part of the API in whose queue a route's handler waits; undefined for a handler that does not wait. */
export function partOf(method: string, route: string): keyof RequestQueues | undefined {
  if (HASHES_PASSWORDS.has(`${method} ${route}`)) return 'passwords';
  return PART.exec(route)?.[1] as keyof RequestQueues | undefined;
}

/** One queue for each part of the API, so that a slow part delays no other. */
@Injectable()
export class RequestQueues {
  readonly passwords = new RequestQueue(PASSWORDS_AT_ONCE);
  readonly auth = new RequestQueue(AT_ONCE);
  readonly projects = new RequestQueue(AT_ONCE);
  readonly storage = new RequestQueue(AT_ONCE);
  readonly upload = new RequestQueue(UPLOADS_AT_ONCE);
  readonly download = new RequestQueue(AT_ONCE);
  readonly delete = new RequestQueue(AT_ONCE);
}
