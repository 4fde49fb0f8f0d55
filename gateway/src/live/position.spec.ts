import { cursorOf, isUpTo, positionOf } from './position.js';

test('a cursor decodes to the position it was made from', () => {
  const place = { epoch: '0123456789abcdef', id: '1795379900000-12' };
  expect(positionOf(cursorOf(place))).toEqual(place);
});

test.each(['', 'rubbish', '0123456789abcdef.1', '0123456789abcdef.1-1\n', '.1-1', '$', '0-0'])(
  '%j is no valid cursor',
  (cursor) => {
    expect(positionOf(cursor)).toBeUndefined();
  },
);

test.each([
  ['9-1', '10-0', true],
  ['10-0', '10-0', true],
  ['10-9', '10-10', true],
  ['10-10', '10-9', false],
  ['11-0', '10-9', false],
])('%s is up to %s: %p', (id, last, expected) => {
  expect(isUpTo(id, last)).toBe(expected);
});
