import { rateLimits } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

import { clientKey } from './client-address.js';
import { RateLimiter } from './rate-limiter.js';

/** One with few points, so that a test can use up those of a whole /32. */
const NAME = 'loginByAccount';
const { points } = rateLimits[NAME];
const AT_ONCE = 200;

const redis = new Redis(process.env.REDIS_URL ?? '');
const settings = {
  RATE_LIMITS: 'on',
  TRANSPORT_SIGNING_KEY: 'the key of this installation',
} as const;
const limiter = new RateLimiter(redis, settings);

beforeEach(() => redis.flushdb());
afterAll(() => redis.disconnect());

const hex = (value: number) => value.toString(16);
/** The address of a machine in the nth /64 of a /56, the nth /56 of a /48, the nth /48 of a /32. */
const address = ({ of48 = 0, of56 = 0, of64 = 0, machine = 1 }) =>
  `2001:db8:${hex(of48)}:${hex(of56 * 256 + of64)}::${hex(machine)}`;

async function isAllowed(place: Parameters<typeof address>[0]): Promise<boolean> {
  try {
    await limiter.consume(NAME, clientKey(address(place)));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

/** Counts how many of `count` tries pass; `place` gives the address of each. */
async function allowed(
  count: number,
  place: (index: number) => Parameters<typeof address>[0],
): Promise<number> {
  let passed = 0;
  for (let begun = 0; begun < count; begun += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - begun);
    const answers = Array.from({ length }, (_, index) => isAllowed(place(begun + index)));
    passed += (await Promise.all(answers)).filter(Boolean).length;
  }
  return passed;
}

test('all addresses of a /64 network share one limit', async () => {
  expect(await allowed(points + 20, (index) => ({ machine: index }))).toBe(points);
  expect(await isAllowed({ of64: 1 })).toBe(true);
});

test('a /56 network can use four limits, and a /48 sixteen', async () => {
  expect(await allowed(points * 5, (index) => ({ of64: index % 256 }))).toBe(points * 4);
  expect(await isAllowed({ of56: 1 })).toBe(true);
  await redis.flushdb();
  const inOne48 = (index: number) => ({ of56: index % 256, of64: Math.floor(index / 256) });
  expect(await allowed(points * 17, inOne48)).toBe(points * 16);
  expect(await isAllowed({ of48: 1 })).toBe(true);
});

test('which address a counter belongs to cannot be guessed without the key of the installation', async () => {
  const counted = clientKey('203.0.113.7');
  await limiter.consume(NAME, counted);
  const guesser = new RateLimiter(redis, { ...settings, TRANSPORT_SIGNING_KEY: 'another key' });
  await guesser.consume(NAME, counted);
  expect(await redis.dbsize()).toBe(2);
});

test('refused tries of one network do not count against its neighbours', async () => {
  await allowed(points * 20, () => ({}));
  expect(await allowed(points, () => ({ of64: 1 }))).toBe(points);
});

test('a try that is given back counts in none of its networks', async () => {
  for (let round = 0; round < points * 5; round += 1) {
    const key = clientKey(address({ of64: round % 256 }));
    await limiter.consume(NAME, key);
    await limiter.giveBack(NAME, key);
  }
  expect(await allowed(points * 5, (index) => ({ of64: index % 256 }))).toBe(points * 4);
});

test('a flood of invented addresses in one /32 creates a limited number of counters, which all expire', async () => {
  const most = points * 256;
  const anywhere = (index: number) => ({ of48: index, of56: index % 256, of64: index % 251 });
  expect(await allowed(most + AT_ONCE, anywhere)).toBe(most);
  const counters = await redis.dbsize();
  // Tries in progress when the limit was reached have counters, too.
  expect(counters).toBeLessThanOrEqual((most + AT_ONCE) * 3 + 1);

  expect(await allowed(1_000, (index) => anywhere(40_000 + index))).toBe(0);
  expect(await redis.dbsize()).toBe(counters);
  const lifetimes = await Promise.all((await redis.keys('*')).map((key) => redis.ttl(key)));
  expect(Math.min(...lifetimes)).toBeGreaterThan(0);
  expect(Math.max(...lifetimes)).toBeLessThanOrEqual(rateLimits[NAME].perSeconds);
}, 120_000);
