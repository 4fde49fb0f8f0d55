import { authMessages, ENDING_SESSION } from '@studiolo/contracts';

import { AuthService } from '../../test/auth-service.js';

describe('all sessions of an account', () => {
  const auth = AuthService.duringTests();

  test('are ended by an operator, and those of others are not', async () => {
    const [member, other] = [await auth.join(), await auth.join()];
    const again = await auth.logIn(member.email);
    const request = { userId: member.user.id };
    expect(await auth.call(authMessages.endSessions, request)).toEqual({ ended: 2 });
    for (const one of [member, again]) {
      expect(await auth.cached(one)).toBe(ENDING_SESSION);
      expect(await auth.isActive(one)).toBe(false);
    }
    expect(await auth.isActive(other)).toBe(true);
    expect(await auth.call(authMessages.endSessions, request)).toEqual({ ended: 0 });
  });
});
