import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

import type { Verdict } from '../src/conformance/index.js';
import { check, type SubjectName } from './conformance/check.js';

// Two dozen processes are started one after the other.
jest.setTimeout(240_000);
// The clients of Nest log each connection.
Logger.overrideLogger(false);

const PROMISED_BY_NO_CHANNEL = [
  'A request runs on one replica, and all replicas take part',
  'A request that no handler answers fails at a deadline',
  'An event whose handler fails is delivered again',
  'A forged request does not run',
];

async function verdictsOn(
  name: SubjectName,
  options: Parameters<typeof check>[1] = {},
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for await (const verdict of check(name, options)) verdicts.push(verdict);
  return verdicts;
}

test('Redis Streams has every property of the conformance kit', async () => {
  const verdicts = await verdictsOn('streams');
  expect(verdicts.length).toBeGreaterThan(10);
  expect(verdicts.filter(({ verdict }) => verdict === 'fails')).toEqual([]);
});

test('the conformance kit sees what publish and subscribe does not promise', async () => {
  const verdicts = await verdictsOn('nest-redis', {
    only: PROMISED_BY_NO_CHANNEL,
    withinMs: 1_000,
    adapter: 'nest-redis-forged.ts',
  });
  const failing = verdicts.filter(({ verdict }) => verdict === 'fails');
  expect(failing.map(({ property }) => property)).toEqual(PROMISED_BY_NO_CHANNEL);
});
