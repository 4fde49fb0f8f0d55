import { availableParallelism } from 'node:os';

import { Injectable } from '@nestjs/common';
import type { QueueName } from '@studiolo/contracts';

import { RequestQueue } from './request-queue.js';

/** Concurrent requests of one part of the API: as many as a replica of a service handles. */
export const AT_ONCE = 64;
/** Fewer, since auth hashes only a few passwords at a time and queues only some. */
const PASSWORDS_AT_ONCE = 16;
/** More uploads at once would take processor time from other requests without being faster. */
export const UPLOADS_AT_ONCE = 4 * availableParallelism();

/** One queue for each part of the API, so that a slow part delays no other. */
@Injectable()
export class RequestQueues implements Readonly<Record<QueueName, RequestQueue>> {
  readonly passwords = new RequestQueue(PASSWORDS_AT_ONCE);
  readonly auth = new RequestQueue(AT_ONCE);
  readonly projects = new RequestQueue(AT_ONCE);
  readonly storage = new RequestQueue(AT_ONCE);
  readonly upload = new RequestQueue(UPLOADS_AT_ONCE);
  readonly download = new RequestQueue(AT_ONCE);
  readonly delete = new RequestQueue(AT_ONCE);
}
