import { eventually } from './eventually.js';

test('a check that passes late returns its result', async () => {
  let tries = 0;
  const third = () => {
    tries += 1;
    if (tries < 3) throw new Error('too early');
    return tries;
  };
  expect(await eventually(third)).toBe(3);
});

test('a check that never passes fails with its last error', async () => {
  let tries = 0;
  const never = () => {
    tries += 1;
    return Promise.reject(new Error(`failed ${tries} times`));
  };
  const failure: unknown = await eventually(never, 60).catch((error: unknown) => error);
  expect(tries).toBeGreaterThan(1);
  expect(failure).toEqual(new Error(`failed ${tries} times`));
});
