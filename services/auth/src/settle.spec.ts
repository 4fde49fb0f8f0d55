import { settle } from './settle.js';

test('settled work returns its result when called', async () => {
  const result = await settle(Promise.resolve(5));
  expect([result(), result()]).toEqual([5, 5]);
});

test('settled work throws its error only when called', async () => {
  const error = new Error('refused');
  const result = await settle(Promise.reject(error));
  expect(result).toThrow(error);
});
