import { authMessages } from '@studiolo/contracts';

import { AuthService } from '../test/auth-service.js';

describe('the auth service', () => {
  const auth = AuthService.duringTests();

  test('asks the database again for every session after Redis was emptied', async () => {
    const [member, leaver] = [await auth.join(), await auth.join()];
    await auth.call(authMessages.logout, {
      userId: leaver.user.id,
      sessionId: leaver.sessionId,
    });
    await auth.redis.flushdb();
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.isActive(leaver)).toBe(false);
  });

  test('answers other messages during a flood of logins', async () => {
    const { email, user } = await auth.join();
    let waiting = 150;
    const flood = Array.from({ length: waiting }, () =>
      auth.loginRefusal(email).finally(() => (waiting -= 1)),
    );
    await auth.call(authMessages.getProfile, { userId: user.id });
    expect(waiting).toBeGreaterThan(0);
    const outcomes = await Promise.all(flood);
    expect(outcomes).toContain('none');
    expect(outcomes.filter((each) => !['none', 'UNAVAILABLE'].includes(each))).toEqual([]);
  });
});
