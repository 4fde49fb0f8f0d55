import type { FastifyRequest } from 'fastify';

import { messageIdOf } from './idempotency-key.js';

const request = (key?: string | string[]) =>
  ({ headers: { 'idempotency-key': key } }) as unknown as FastifyRequest;
const iris = { userId: 'iris', operation: 'createProject' };

test('the same key of the same user names the same message', () => {
  expect(messageIdOf(request('k-1'), iris)).toBe(messageIdOf(request('k-1'), iris));
});

test('another user, operation or key names another message', () => {
  const ids = [
    messageIdOf(request('k-1'), iris),
    messageIdOf(request('k-2'), iris),
    messageIdOf(request('k-1'), { ...iris, userId: 'noa' }),
    messageIdOf(request('k-1'), { ...iris, operation: 'upload' }),
  ];
  expect(new Set(ids).size).toBe(4);
});

test('without a key every call is a message of its own', () => {
  expect(messageIdOf(request(), iris)).toBeUndefined();
});

test.each(['', ' ', 'a b', 'ü', 'x'.repeat(201)])('%p is no key', (key) => {
  expect(() => messageIdOf(request(key), iris)).toThrow('The Idempotency-Key is not valid');
});
