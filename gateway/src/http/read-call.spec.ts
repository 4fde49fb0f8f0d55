import { defineOperation } from '@studiolo/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import { readCall } from './read-call.js';

const operation = defineOperation('get', '/', {
  summary: '',
  query: z.object({ size: z.string().min(2).max(3), kind: z.enum(['a']).optional() }),
  answer: z.null(),
  queue: 'none',
  limits: [],
  changes: 'nothing',
});

test.each([
  [{ size: '' }, 'size is not valid'],
  [{ size: 'x'.repeat(4) }, 'size is not valid'],
  [{ size: 'xx', kind: 'b' }, 'kind is not valid'],
])('no sentence of the schema library reaches people: %j', (query, sentence) => {
  expect(() => readCall(operation, { query } as FastifyRequest)).toThrow(sentence);
});
