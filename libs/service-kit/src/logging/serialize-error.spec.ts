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

test('no other field is logged, however deeply nested', () => {
  const leaky = (cause?: unknown) =>
    Object.assign(new Error('failed', { cause }), {
      ...{ parameters: ['hunter2'], query: 'hunter2', detail: 'hunter2' },
      ...{ driverError: { detail: 'hunter2' }, command: { name: 'set', args: ['hunter2'] } },
    });
  expect(text(leaky())).not.toContain('hunter2');
  expect(text(new Error('outer', { cause: leaky(leaky()) }))).not.toContain('hunter2');
  expect(text(new AggregateError([leaky(), leaky()]))).not.toContain('hunter2');
  expect(text({ message: 'not an Error', parameters: ['hunter2'] })).not.toContain('hunter2');
});

test('the text of an error about a value that does not fit is left out, also from the stack', () => {
  const error = Object.assign(new Error('invalid input syntax: "hunter2"'), { code: '22P02' });
  expect(text(error)).toContain('22P02');
  expect(text(error)).not.toContain('hunter2');
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
