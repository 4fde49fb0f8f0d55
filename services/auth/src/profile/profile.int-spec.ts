import { authMessages } from '@studiolo/contracts';

import { AuthService, newEmail } from '../../test/auth-service.js';

const { updateProfile, getProfile } = authMessages;

describe('a profile', () => {
  const auth = AuthService.duringTests();

  test('shows its new name', async () => {
    const { user, email } = await auth.join();
    const reply = await auth.call(updateProfile, { userId: user.id, name: ' Ana ', email });
    expect(reply).toMatchObject({ user: { name: 'Ana', email }, emailPending: false });
    expect(await auth.call(getProfile, { userId: user.id })).toEqual({ user: reply.user });
  });

  test('of a Google account keeps its address', async () => {
    const { user, email } = await auth.joinWithGoogle();
    const request = { userId: user.id, name: 'Ana', email: newEmail() };
    expect(await auth.refusal(updateProfile, request)).toBe('GOOGLE_MANAGED_EMAIL');
    expect(await auth.call(getProfile, { userId: user.id })).toMatchObject({
      user: { name: 'Anna Lindqvist', email },
    });
  });

  test('of a Google account changes its name when the same address is sent along', async () => {
    const { user, email } = await auth.joinWithGoogle();
    const reply = await auth.call(updateProfile, { userId: user.id, name: 'Ana', email });
    expect(reply.user).toMatchObject({ name: 'Ana', oauth_provider: 'google' });
  });
});
