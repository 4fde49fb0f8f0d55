import fc from 'fast-check';

import { type Operation, whyNoRegister } from './linearizability.ts';

const operation = (
  kind: Operation['kind'],
  value: string,
  calledAt: number,
  returnedAt: number,
): Operation => ({ kind, value, calledAt, returnedAt });

/** Operations on a real register, each somewhere around the moment of its effect. */
const realHistories = fc
  .array(fc.record({ isWrite: fc.boolean(), before: fc.nat(30), after: fc.nat(30) }), {
    maxLength: 40,
  })
  .map((steps) => {
    let value = 'first';
    return steps.map(({ isWrite, before, after }, index): Operation => {
      if (isWrite) value = `value ${index}`;
      const moment = 10 * index;
      return operation(isWrite ? 'write' : 'read', value, moment - before, moment + after);
    });
  });

test('every history of a real register is accepted', () => {
  fc.assert(
    fc.property(realHistories, (history) => {
      expect(whyNoRegister(history, 'first')).toBeUndefined();
    }),
  );
});

test('a history with a read of an overwritten value is refused', () => {
  fc.assert(
    fc.property(realHistories, fc.nat(), (history, at) => {
      const end = Math.max(0, ...history.map(({ returnedAt }) => returnedAt));
      const overwritten = history.filter(({ kind }) => kind === 'write').slice(0, -1);
      const old = ['first', ...overwritten.map(({ value }) => value)][
        at % (overwritten.length + 1)
      ];
      const last = operation('write', 'last', end + 1, end + 2);
      const stale = operation('read', old ?? 'first', end + 3, end + 4);
      expect(whyNoRegister([...history, last, stale], 'first')).toBeDefined();
    }),
  );
});

test.each<[string, Operation[]]>([
  ['a value from nowhere', [operation('read', 'a', 0, 1)]],
  ['a value from later', [operation('read', 'a', 0, 1), operation('write', 'a', 2, 3)]],
  [
    'an acknowledged write that is gone',
    [operation('write', 'a', 0, 1), operation('read', 'first', 2, 3)],
  ],
  [
    'two readers who see two writes in two orders',
    [
      operation('write', 'a', 0, 9),
      operation('write', 'b', 0, 9),
      operation('read', 'a', 1, 2),
      operation('read', 'b', 3, 4),
      operation('read', 'a', 5, 6),
    ],
  ],
])('a history with %s is refused', (_what, history) => {
  expect(whyNoRegister(history, 'first')).toBeDefined();
});

test('a write of unknown outcome may take effect late, or never', () => {
  const unknown = operation('write', 'a', 0, Infinity);
  expect(whyNoRegister([unknown, operation('read', 'first', 5, 6)], 'first')).toBeUndefined();
  const late = [unknown, operation('read', 'first', 5, 6), operation('read', 'a', 7, 8)];
  expect(whyNoRegister(late, 'first')).toBeUndefined();
});
