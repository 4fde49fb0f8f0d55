import { serializeError } from './serialize-error.js';

const text = (error: unknown) => JSON.stringify(serializeError(error));

test('kind, text, stack, codes and causes are logged', () => {
  const inner = Object.assign(new TypeError('inner'), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(serializeError(new Error('outer', { cause: inner }))).toMatchObject({
    type: 'Error',
    message: 'outer',
    stack: expect.stringMatching(/^Error: outer\n +at .*serialize-error\.spec/) as string,
    cause: { type: 'TypeError', message: 'inner', code: 'ECONNREFUSED', syscall: 'connect' },
  });
});

test('an error that is its own cause is logged to a limited depth', () => {
  const error = new Error('round and round');
  error.cause = error;
  expect(text(error).length).toBeLessThan(20_000);
});

test('a value that is not an error is logged as it is', () => {
  expect([undefined, null, 'text', 5].map((it) => serializeError(it))).toEqual([
    ...[undefined, null],
    ...['text', 5],
  ]);
});
