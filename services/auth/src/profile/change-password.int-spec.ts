import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION } from '@studiolo/contracts';

import { AuthService, type Member, PASSWORD } from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';

const { changePassword, forgotPassword, resetPassword, updateProfile, verifyEmail } = authMessages;
const NEW_PASSWORD = 'battery staple';

describe('a password change', () => {
  const auth = AuthService.duringTests();

  const requestOf = ({ user, sessionId }: Member, currentPassword = PASSWORD) => ({
    userId: user.id,
    sessionId,
    currentPassword,
    password: NEW_PASSWORD,
  });

  test('accepts the new password and no longer the old one', async () => {
    const member = await auth.join();
    await auth.call(changePassword, requestOf(member));
    expect(await auth.loginRefusal(member.email, NEW_PASSWORD)).toBe('none');
    await expect(auth.logIn(member.email)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('is made once of two at the same time, for the other one’s password is old then', async () => {
    const member = await auth.join();
    const request = requestOf(member);
    const outcomes = await Promise.all([1, 2].map(() => auth.refusal(changePassword, request)));
    expect(outcomes.toSorted()).toEqual(['WRONG_PASSWORD', 'none']);
  });

  test('keeps the session that asked for it and ends the others', async () => {
    const member = await auth.join();
    const other = await auth.logIn(member.email);
    await auth.call(changePassword, requestOf(member));
    expect(await auth.cached(other)).toBe(ENDING_SESSION);
    expect(await auth.isActive(other)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
  });

  test('needs the current password, and changes nothing without it', async () => {
    const member = await auth.join();
    const other = await auth.logIn(member.email);
    expect(await auth.refusal(changePassword, requestOf(member, 'wrong horse'))).toBe(
      'WRONG_PASSWORD',
    );
    expect(await auth.isActive(other)).toBe(true);
    expect(await auth.loginRefusal(member.email)).toBe('none');
  });

  test('gets the same answer when its message is repeated', async () => {
    const member = await auth.join();
    const messageId = randomUUID();
    const first = await auth.call(changePassword, requestOf(member), { messageId });
    const second = await auth.call(changePassword, requestOf(member), { messageId });
    expect(second).toEqual(first);
  });

  test('is refused for somebody who signs in with Google', async () => {
    const request = requestOf(await auth.joinWithGoogle());
    expect(await auth.refusal(changePassword, request)).toBe('GOOGLE_MANAGED_PASSWORD');
  });

  test('ends open reset links and an open change of address', async () => {
    const member = await auth.join();
    const { email, user } = member;
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    const nextEmail = `next-${email}`;
    await auth.call(updateProfile, { userId: user.id, email: nextEmail });
    const changeToken = await tokenMailedTo(nextEmail);
    await auth.call(changePassword, requestOf(member));
    expect(await auth.refusal(resetPassword, { token: resetToken, password: PASSWORD })).toBe(
      'INVALID_RESET_TOKEN',
    );
    expect(await auth.refusal(verifyEmail, { token: changeToken })).toBe(
      'INVALID_VERIFICATION_TOKEN',
    );
  });

  test('[L8] racing with logins and a reset leaves one password and no session of the old one', async () => {
    const member = await auth.join();
    const { email } = member;
    await auth.call(forgotPassword, { email });
    const token = await tokenMailedTo(email);
    const logins = Array.from({ length: 8 }, () => auth.logIn(email).catch(() => undefined));
    const outcomes = await Promise.all([
      auth.refusal(changePassword, requestOf(member)),
      auth.refusal(resetPassword, { token, password: 'third password' }),
    ]);
    const entered = (await Promise.all(logins)).filter((login) => login !== undefined);
    expect(outcomes).toContain('none');
    for (const login of entered) expect(await auth.isActive(login)).toBe(false);
    const passwords = [PASSWORD, NEW_PASSWORD, 'third password'];
    const working = await Promise.allSettled(passwords.map((each) => auth.logIn(email, each)));
    expect(working.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(working[0]?.status).toBe('rejected');
  });
});
