import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION, userDeleted } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { AuthService, PASSWORD } from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';

const { deleteAccount, forgotPassword, resetPassword, updateProfile } = authMessages;

describe('deleting an account', () => {
  const auth = AuthService.duringTests();

  /** Counts the announcements of this user's deletion to a service. */
  const announced = async (userId: string, service: string) => {
    const streams = await auth.redis.keys(`*${service}*`);
    const entries = await Promise.all(
      streams.map((key) => auth.redis.xrange(key, '-', '+').catch(() => [])),
    );
    const text = JSON.stringify(entries);
    expect(text).toContain(userDeleted.name);
    return text.split(userId).length - 1;
  };

  test('removes all its rows, ends its sessions and frees the address', async () => {
    const member = await auth.join();
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
    expect(await auth.refusal(resetPassword, { token, password: 'battery staple' })).toBe(
      'INVALID_RESET_TOKEN',
    );
    expect((await auth.join(email)).user.email).toBe(email);
  });

  test.each(userDeleted.consumers)('is announced to %s once', async (service) => {
    const { user } = await auth.join();
    const messageId = randomUUID();
    await auth.call(deleteAccount, { userId: user.id }, { messageId });
    await auth.call(deleteAccount, { userId: user.id }, { messageId });
    await eventually(async () => expect(await auth.sql('SELECT 1 FROM outbox')).toEqual([]));
    expect(await announced(user.id, service)).toBe(1);
  });

  test('is refused the second time, like every change of the account', async () => {
    const { user, sessionId } = await auth.join();
    const { id: userId } = user;
    await auth.call(deleteAccount, { userId });
    const passwords = { currentPassword: PASSWORD, password: 'battery staple' };
    const refusals = await Promise.all([
      auth.refusal(deleteAccount, { userId }),
      auth.refusal(authMessages.getProfile, { userId }),
      auth.refusal(updateProfile, { userId, name: 'Ana' }),
      auth.refusal(authMessages.changePassword, { userId, sessionId, ...passwords }),
    ]);
    expect(refusals).toEqual(Array<string>(4).fill('UNAUTHENTICATED'));
  });

  test('[L4] racing with logins leaves no active session', async () => {
    const { email, user } = await auth.join();
    const logins = Array.from({ length: 8 }, () => auth.logIn(email).catch(() => undefined));
    await auth.call(deleteAccount, { userId: user.id });
    const entered = (await Promise.all(logins)).filter((login) => login !== undefined);
    for (const session of entered) expect(await auth.isActive(session)).toBe(false);
    expect(await auth.sql('SELECT 1 FROM sessions WHERE user_id = $1', [user.id])).toEqual([]);
  });
});
