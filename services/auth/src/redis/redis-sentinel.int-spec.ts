import { setImmediate as nextTurn } from 'node:timers/promises';

import { authMessages } from '@studiolo/contracts';
import { HealthRegistry } from '@studiolo/service-kit';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';

import { AuthService, newEmail, PASSWORD } from '../../test/auth-service.js';
import { mailTo } from '../../test/mailbox.js';
import { startRedisSentinels } from '../../test/redis-sentinels.js';

describeNative('behind Redis Sentinel', () => {
  const redis = duringTests(startRedisSentinels);
  const auth = AuthService.duringTests(() => ({ REDIS_URL: redis().url }));

  test('calls during a failover under load are answered or refused as unavailable, and every mail is sent', async () => {
    await mailTo(await auth.signUp());
    const outcomes = new Set<string>();
    const signedUp: string[] = [];
    let isOver = false;
    const signUpAgainAndAgain = async () => {
      while (!isOver) {
        const email = newEmail();
        const request = { email, password: PASSWORD, name: 'Anna Lindqvist' };
        const outcome = await auth.refusal(authMessages.signup, request);
        outcomes.add(outcome);
        if (outcome === 'none') signedUp.push(email);
        // Refusals without a connection arrive in the same turn of the event loop; this pause lets ioredis reconnect.
        await nextTurn();
      }
    };
    const load = [1, 2, 3].map(() => signUpAgainAndAgain());
    await eventually(() => expect(signedUp.length).toBeGreaterThan(5));
    await redis().killPrimary();
    const countThen = signedUp.length;
    await eventually(() => expect(signedUp.length).toBeGreaterThan(countThen + 5));
    isOver = true;
    await Promise.all(load);
    expect([...outcomes].filter((each) => !['none', 'UNAVAILABLE'].includes(each))).toEqual([]);
    // A job lost with the old primary is restored from its row once that is half a minute old; the check runs twice a
    // minute.
    for (const email of signedUp) await eventually(() => mailTo(email), 90_000);
    await eventually(async () => {
      expect(await auth.get(HealthRegistry).report()).toMatchObject({ healthy: true });
    });
  }, 180_000);
});
