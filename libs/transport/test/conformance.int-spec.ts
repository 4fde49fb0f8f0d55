import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

import type { Verdict } from '../src/conformance/index.js';
import { check, type Checked } from './conformance/check.js';

// Two dozen processes are started one after the other.
jest.setTimeout(240_000);
// The clients of Nest log each connection.
Logger.overrideLogger(false);

async function failing(name: Checked, withinMs?: number): Promise<Record<string, string>> {
  const verdicts: Verdict[] = [];
  for await (const verdict of check(name, { ...(withinMs && { withinMs }) }))
    verdicts.push(verdict);
  expect(verdicts.length).toBeGreaterThan(10);
  const fails = verdicts.filter(({ verdict }) => verdict === 'fails');
  return Object.fromEntries(fails.map(({ property, reason = '' }) => [property, reason]));
}

test('Redis Streams has every property of the conformance kit', async () => {
  expect(await failing('streams')).toEqual({});
});

test('the conformance kit sees what publish and subscribe does not promise', async () => {
  expect(Object.keys(await failing('nest-redis', 1_000))).toEqual(
    expect.arrayContaining([
      'A request runs on one replica, and all replicas take part',
      'A request that no handler answers fails at a deadline',
      'An event waits for a service that is down',
      'An event whose handler fails is delivered again',
      'A forged request does not run',
    ]),
  );
});
