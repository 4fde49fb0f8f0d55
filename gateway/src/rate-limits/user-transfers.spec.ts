import { TRANSFERS_MAX, UserTransfers } from './user-transfers.js';

const begin = (transfers: UserTransfers, user: string, count: number) =>
  Array.from({ length: count }, () => transfers.begin(user));

test('each user has a limit of concurrent transfers, and the end of one allows another', () => {
  const transfers = new UserTransfers({ RATE_LIMITS: 'on' });
  const [end] = begin(transfers, 'iris', TRANSFERS_MAX);
  expect(() => transfers.begin('iris')).toThrow(
    expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } }) as Error,
  );
  transfers.begin('anna');
  end?.();
  transfers.begin('iris');
  expect(() => transfers.begin('iris')).toThrow();
});

test('without rate limits there is no limit', () => {
  begin(new UserTransfers({ RATE_LIMITS: 'off' }), 'iris', TRANSFERS_MAX + 1);
});
