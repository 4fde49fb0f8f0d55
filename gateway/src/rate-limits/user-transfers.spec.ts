import { TRANSFERS_MAX, UserTransfers } from './user-transfers.js';

const held = Promise.withResolvers<void>();
function hold(transfers: UserTransfers, user: string, count: number): void {
  for (let begun = 0; begun < count; begun += 1) void transfers.run(user, () => held.promise);
}

test('each user has a limit of concurrent transfers, and the end of one allows another', async () => {
  const transfers = new UserTransfers({ RATE_LIMITS: 'on' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = transfers.run('iris', () => promise);
  hold(transfers, 'iris', TRANSFERS_MAX - 1);
  const refusal = { code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } };
  await expect(transfers.run('iris', () => promise)).rejects.toMatchObject(refusal);
  hold(transfers, 'anna', 1);
  resolve();
  await first;
  const failing = transfers.run('iris', () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  hold(transfers, 'iris', 1);
  await expect(transfers.run('iris', () => promise)).rejects.toMatchObject(refusal);
});

test('without rate limits there is no limit', async () => {
  const transfers = new UserTransfers({ RATE_LIMITS: 'off' });
  hold(transfers, 'iris', TRANSFERS_MAX);
  await transfers.run('iris', () => Promise.resolve());
});
