import * as z from 'zod/mini';

import { defineOperation } from './operation.js';

/** Bytes of all headers of a request, which Node's HTTP server limits: no value is refused for its length here. */
const REQUEST_HEADERS_MAX = 16 * 1024;

export const eventsOperation = defineOperation('get', '/api/events', {
  summary: 'Changes of your projects, files and profile, as they happen',
  description: [
    'A stream of server-sent events. `hello` comes first: after it, read everything once. `change` says what changed: read',
    'it again. `reset` says that changes may have been missed: read everything again. `end` gives the reason why the stream',
    'ends for good. A comment is sent every 15 s. If the stream breaks, open it again after the time of `retry`.',
  ].join(' '),
  headers: z.object({
    'last-event-id': z
      .optional(z.string().check(z.maxLength(REQUEST_HEADERS_MAX)))
      .check(z.describe('Any value means that the client had a stream before: it is told `reset`')),
  }),
  answer: 'events',
  queue: 'none',
  limits: [],
  changes: 'nothing',
  errors: ['TOO_MANY_STREAMS'],
});
