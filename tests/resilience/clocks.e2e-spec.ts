// One gateway has a clock that is five minutes fast, the other one that is five minutes slow. The soak moves the clocks of
// all processes; the tests of storage cover the clock of the object store.
import { createPrivateKey, sign } from 'node:crypto';
import { join } from 'node:path';

import { newAccount } from '@studiolo/testing/accounts';

import { withModule } from '../support/changed-part.ts';
import { CrashStack } from './crash-points/crash-stack.ts';

const SHIFT_MS = 5 * 60_000;
const SHIFTED_CLOCK = join(import.meta.dirname, 'crash-points', 'shifted-clock.ts');

let stack: CrashStack;
beforeAll(async () => {
  stack = await CrashStack.start({
    replicas: { gateway: 2 },
    within: (parts) =>
      parts.map((part) =>
        withModule(part, SHIFTED_CLOCK, (_plan, replica) => ({
          CLOCK_SHIFT_MS: String(replica === 0 ? SHIFT_MS : -SHIFT_MS),
        })),
      ),
  });
}, 120_000);
afterAll(() => stack.end(), 30_000);

/** The status of a call with this token at the fast gateway and at the slow one. */
const statuses = (bearer: string) =>
  Promise.all(
    stack.running.gateways.map(async (gateway) => {
      const headers = { Authorization: `Bearer ${bearer}` };
      return (await fetch(`${gateway}/api/auth/profile`, { headers })).status;
    }),
  );

const claimsOf = (bearer: string) =>
  JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };

/** The same session under a token that ends so many minutes from now. */
function tokenFor(bearer: string, minutes: number): string {
  const exp = Math.floor(Date.now() / 1000) + 60 * minutes;
  const claims = JSON.stringify({ ...claimsOf(bearer), exp });
  const signed = `${bearer.split('.')[0]}.${Buffer.from(claims).toString('base64url')}`;
  const key = createPrivateKey(stack.plan.secrets.jwtPrivateKey);
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
}

test('[F14 b] clocks of two gateways 5 min fast and 5 min slow, and a session near its end: the fast gateway refuses its token minutes early; once the session has ended, neither gateway accepts it', async () => {
  const { api } = await newAccount();
  expect(await statuses(api.bearer)).toEqual([200, 200]);
  expect(await statuses(tokenFor(api.bearer, 2))).toEqual([401, 200]);
  const ended = tokenFor(api.bearer, -2);
  const { sid } = claimsOf(api.bearer);
  const end = `UPDATE auth.sessions SET expires_at = now() - interval '2 minutes' WHERE id = $1`;
  await stack.sql(end, [sid]);
  // A gateway may accept a session that is in the cache for another minute.
  await stack.redis.del(...(await stack.redis.keys(`*${sid}*`)));
  expect(await statuses(ended)).toEqual([401, 401]);
});
