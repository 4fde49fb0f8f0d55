import * as z from 'zod/mini';

import { defineMessages, nothing } from '../message.js';
import { rateLimits } from '../rate-limits.js';
import { defineOperation } from './operation.js';
import { operations } from './operations.js';

const form = { summary: 'A', answer: z.null() };

test('an operation without its queue, its limits or its change does not compile', () => {
  defineOperation('get', '/a', { ...form, queue: 'none', limits: [], changes: 'nothing' });
  // @ts-expect-error -- It has no queue.
  defineOperation('get', '/a', { ...form, limits: [], changes: 'nothing' });
  // @ts-expect-error -- It has no limits.
  defineOperation('get', '/a', { ...form, queue: 'none', changes: 'nothing' });
  // @ts-expect-error -- It has no change.
  defineOperation('get', '/a', { ...form, queue: 'none', limits: [] });
  // @ts-expect-error -- There is no such limit.
  defineOperation('get', '/a', { ...form, queue: 'none', limits: ['none'], changes: 'nothing' });
});

test('a message of auth that does not say what is audited does not compile', () => {
  // @ts-expect-error -- It has no audit.
  defineMessages('auth', { greet: { request: nothing, reply: nothing } });
  defineMessages('storage', { greet: { request: nothing, reply: nothing } });
});

test.each(operations.filter(({ limits }) => limits.length > 0))(
  'whom a call of $id counts against is known',
  ({ access, body, limits }) => {
    for (const name of limits) {
      const { by } = rateLimits[name];
      if (by === 'user') expect(access).toBeUndefined();
      if (by.endsWith('email')) expect(body).toHaveProperty('shape.email');
    }
  },
);

test('every limit is one of a call', () => {
  const used = new Set(operations.flatMap(({ limits }) => limits));
  expect([...used].sort()).toEqual(Object.keys(rateLimits).sort());
});

test('a call that only reads changes nothing', () => {
  for (const { method, changes } of operations)
    if (method === 'get') expect(changes).toBe('nothing');
});
