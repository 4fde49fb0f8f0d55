import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION, userDeleted } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import {
  AuthService,
  type Member,
  NEW_PASSWORD,
  newEmail,
  PASSWORD,
} from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';

const { changePassword, deleteAccount, forgotPassword, getProfile, resetPassword, updateProfile } =
  authMessages;

const auth = AuthService.duringTests();
let member: Member;

beforeEach(async () => {
  member = await auth.join();
});

describe('a profile', () => {
  test('shows its new name', async () => {
    const { user, email } = member;
    const reply = await auth.call(updateProfile, { userId: user.id, name: ' Ana ', email });
    expect(reply).toMatchObject({ user: { name: 'Ana', email }, emailPending: false });
    expect(await auth.call(getProfile, { userId: user.id })).toEqual({ user: reply.user });
  });

  test('[S11] of a Google account keeps its address', async () => {
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

describe('a password change', () => {
  const requestOf = ({ user, sessionId }: Member, currentPassword = PASSWORD) => ({
    userId: user.id,
    sessionId,
    currentPassword,
    password: NEW_PASSWORD,
  });

  test('accepts only the new password then, keeps the session that asked and ends the others', async () => {
    const other = await auth.logIn(member.email);
    await auth.call(changePassword, requestOf(member));
    expect(await auth.cached(other)).toBe(ENDING_SESSION);
    expect(await auth.isActive(other)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.loginRefusal(member.email, NEW_PASSWORD)).toBe('none');
    expect(await auth.loginRefusal(member.email)).toBe('INVALID_CREDENTIALS');
  });

  test('is made once of two at the same time, for the other one’s password is old then', async () => {
    const request = requestOf(member);
    const outcomes = await Promise.all([1, 2].map(() => auth.refusal(changePassword, request)));
    expect(outcomes.toSorted()).toEqual(['WRONG_PASSWORD', 'none']);
  });

  test('needs the current password, and changes nothing without it', async () => {
    const other = await auth.logIn(member.email);
    expect(await auth.refusal(changePassword, requestOf(member, 'wrong horse'))).toBe(
      'WRONG_PASSWORD',
    );
    expect(await auth.isActive(other)).toBe(true);
    expect(await auth.loginRefusal(member.email)).toBe('none');
  });

  test('gets the same answer when its message is repeated', async () => {
    const messageId = randomUUID();
    const first = await auth.call(changePassword, requestOf(member), { messageId });
    const second = await auth.call(changePassword, requestOf(member), { messageId });
    expect(second).toEqual(first);
  });

  test('[S11] is refused for somebody who signs in with Google', async () => {
    const request = requestOf(await auth.joinWithGoogle());
    expect(await auth.refusal(changePassword, request)).toBe('GOOGLE_MANAGED_PASSWORD');
  });

  test('ends open reset links and an open change of address', async () => {
    const { email, user } = member;
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    const nextEmail = `next-${email}`;
    await auth.call(updateProfile, { userId: user.id, email: nextEmail });
    const changeToken = await tokenMailedTo(nextEmail);
    await auth.call(changePassword, requestOf(member));
    expect(await auth.resetRefusal(resetToken)).toBe('INVALID_RESET_TOKEN');
    expect(await auth.verifyRefusal(changeToken)).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('[L8] racing with logins and a reset leaves one password and no session of the old one', async () => {
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

describe('deleting an account', () => {
  /** Counts the announcements of this user's deletion to a service. */
  /** How many deletions have been announced to a service, once all that waited is published; their users are encrypted. */
  const announced = async (service: string) => {
    await eventually(async () => expect(await auth.sql('SELECT 1 FROM outbox')).toEqual([]));
    const streams = await auth.redis.keys(`*${service}*`);
    const entries = await Promise.all(
      streams.map((key) => auth.redis.xrange(key, '-', '+').catch(() => [])),
    );
    return entries.flat().filter((entry) => JSON.stringify(entry).includes(userDeleted.name))
      .length;
  };

  test('removes all its rows, ends its sessions and frees the address', async () => {
    const { email, user } = member;
    const other = await auth.logIn(email);
    await auth.call(forgotPassword, { email });
    const token = await tokenMailedTo(email);
    await auth.call(updateProfile, { userId: user.id, email: `next-${email}` });
    await auth.call(deleteAccount, { userId: user.id });
    for (const session of [member, other]) {
      expect(await auth.cached(session)).toBe(ENDING_SESSION);
      expect(await auth.isActive(session)).toBe(false);
    }
    const tables = ['accounts', 'sessions', 'attempts', 'link_mails', 'mail_counts', 'inbox'];
    const rows = await Promise.all(
      tables.map((table) => auth.sql(`SELECT row_to_json(t)::text AS row FROM ${table} t`)),
    );
    expect(JSON.stringify(rows)).not.toContain(user.id);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(await auth.resetRefusal(token)).toBe('INVALID_RESET_TOKEN');
    expect((await auth.join(email)).user.email).toBe(email);
  });

  test.each(userDeleted.consumers)('is announced to %s once', async (service) => {
    const { user } = member;
    const messageId = randomUUID();
    const before = await announced(service);
    await auth.call(deleteAccount, { userId: user.id }, { messageId });
    await auth.call(deleteAccount, { userId: user.id }, { messageId });
    expect(await announced(service)).toBe(before + 1);
  });

  test('is refused the second time, like every change of the account', async () => {
    const { user, sessionId } = member;
    const { id: userId } = user;
    await auth.call(deleteAccount, { userId });
    const passwords = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    const refusals = await Promise.all([
      auth.refusal(deleteAccount, { userId }),
      auth.refusal(getProfile, { userId }),
      auth.refusal(updateProfile, { userId, name: 'Ana' }),
      auth.refusal(changePassword, { userId, sessionId, ...passwords }),
    ]);
    expect(refusals).toEqual(Array<string>(4).fill('UNAUTHENTICATED'));
  });

  test('[L4] racing with logins leaves no active session', async () => {
    const { email, user } = member;
    const logins = Array.from({ length: 8 }, () => auth.logIn(email).catch(() => undefined));
    await auth.call(deleteAccount, { userId: user.id });
    const entered = (await Promise.all(logins)).filter((login) => login !== undefined);
    for (const session of entered) expect(await auth.isActive(session)).toBe(false);
    expect(await auth.sql('SELECT 1 FROM sessions WHERE user_id = $1', [user.id])).toEqual([]);
  });
});
