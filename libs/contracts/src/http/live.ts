import { z } from 'zod';

import { defineOperation } from './operation.js';

/** Longest accepted cursor, in characters; real ones have about 60. */
const CURSOR_MAX_LENGTH = 200;

export const eventsOperation = defineOperation({
  tag: 'Live',
  access: 'session',
  id: 'events',
  method: 'get',
  path: '/api/events',
  summary: 'What changes in your projects, files and profile, as it happens',
  description: [
    'A stream of server-sent events. `hello` is first and names the cursor at which the stream goes on. `change` says',
    'what changed: read it again. `reset` says that changes were missed: read everything again. `end` gives the reason',
    'why the stream ends for good. A comment comes every 15 s. A stream that breaks is opened again with the id of the',
    'last event as `Last-Event-ID`, after the time that `retry` named; changes of 24 hours or the last 1,000 are told',
    'again.',
  ].join(' '),
  headers: z.object({
    'last-event-id': z
      .string()
      .max(CURSOR_MAX_LENGTH, 'The Last-Event-ID is too long')
      .optional()
      .describe('The id of the last event that was read, or the cursor of `hello`'),
  }),
  status: 200,
  answer: 'events',
  errors: ['TOO_MANY_STREAMS'],
});
