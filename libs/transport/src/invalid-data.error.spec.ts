import { InvalidDataError, isInvalidData } from './invalid-data.error.js';

const messageOf = (...issues: ConstructorParameters<typeof InvalidDataError>[1]) =>
  new InvalidDataError('orders.place', issues).message;

test('data that is refused is named with its first fault and where that is', () => {
  const fault = { message: 'too small', path: ['items', { key: 0 }, 'size'] };
  expect(messageOf(fault, { message: 'missing' })).toBe('orders.place: items.0.size: too small');
  expect(messageOf({ message: 'missing' })).toBe('orders.place: missing');
});

test('it is known by its code, as it is after crossing a process', () => {
  const error = new InvalidDataError('orders.place', [{ message: 'missing' }]);
  expect(error.getError()).toEqual({
    status: 'error',
    code: 'INVALID_DATA',
    message: 'orders.place: missing',
  });
  expect([error, error.getError()].map(isInvalidData)).toEqual([true, true]);
  const others = [new Error('INVALID_DATA'), 'INVALID_DATA', { code: 'AWAY' }, null, undefined];
  expect(others.map(isInvalidData)).toEqual(others.map(() => false));
});
