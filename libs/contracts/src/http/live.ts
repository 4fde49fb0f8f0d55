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
  summary: 'Changes of your projects, files and profile, as they happen',
  description: [
    'A stream of server-sent events. `hello` comes first, with the current cursor. `change` says what changed: read it',
    'again. `reset` says that changes were missed: read everything again. `end` gives the reason why the stream ends for',
    'good. A comment is sent every 15 s. If the stream breaks, open it again after the time of `retry`, with the id of',
    'the last event as `Last-Event-ID`: missed changes of up to 24 hours, at most 1,000, are then sent.',
  ].join(' '),
  headers: z.object({
    'last-event-id': z
      .string()
      .max(CURSOR_MAX_LENGTH, 'The Last-Event-ID is too long')
      .optional()
      .describe('The id of the last event read, or the cursor of `hello`'),
  }),
  status: 200,
  answer: 'events',
  errors: ['TOO_MANY_STREAMS'],
});
