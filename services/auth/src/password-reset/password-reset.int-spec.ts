import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION } from '@studiolo/contracts';

import { AuthService, NEW_PASSWORD, newEmail, tenTimes } from '../../test/auth-service.js';
import { mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { forgotPassword, resetPassword } = authMessages;

describe('a password reset', () => {
  const auth = AuthService.duringTests();

  const memberWithToken = async () => {
    const member = await auth.join();
    await auth.call(forgotPassword, { email: member.email });
    return { member, token: await tokenMailedTo(member.email) };
  };

  test('is mailed once when its look-up runs twice', async () => {
    const { email } = await auth.join();
    const links = () => auth.sql('SELECT id FROM link_mails WHERE email = $1', [email]);
    const id = randomUUID();
    await auth.lookUp('reset-link', { email }, id);
    const first = await links();
    await auth.lookUp('reset-link', { email }, id);
    expect(first).toHaveLength(1);
    expect(await links()).toEqual(first);
  });

  test('accepts the new password and no longer the old one, and ends all sessions', async () => {
    const { member, token } = await memberWithToken();
    const reply = await auth.call(resetPassword, { token, password: NEW_PASSWORD });
    expect(reply).toEqual({ userId: member.user.id });
    expect(await auth.cached(member)).toBe(ENDING_SESSION);
    expect(await auth.isActive(member)).toBe(false);
    expect(await auth.loginRefusal(member.email, NEW_PASSWORD)).toBe('none');
    expect(await auth.loginRefusal(member.email)).toBe('INVALID_CREDENTIALS');
  });

  test('[L7] happens once for ten uses of its link at once', async () => {
    const { token } = await memberWithToken();
    const outcomes = await tenTimes(() => auth.resetRefusal(token));
    expect(outcomes).toEqual({ none: 1, INVALID_RESET_TOKEN: 9 });
  });

  test('gets the same answer when its message is repeated', async () => {
    const { token } = await memberWithToken();
    const messageId = randomUUID();
    const request = { token, password: NEW_PASSWORD };
    const first = await auth.call(resetPassword, request, { messageId });
    expect(await auth.call(resetPassword, request, { messageId })).toEqual(first);
  });

  test.each([
    ['59 minutes', 'none'],
    ['1 hour', 'INVALID_RESET_TOKEN'],
  ])('whose link is %s old ends with %s', async (age, outcome) => {
    const { member, token } = await memberWithToken();
    await auth.sql(
      'UPDATE link_mails SET expires_at = expires_at - $2::interval WHERE user_id = $1',
      [member.user.id, age],
    );
    expect(await auth.resetRefusal(token)).toBe(outcome);
  });

  test('requested again leaves the earlier link good, until one of them is used', async () => {
    const { member, token } = await memberWithToken();
    await auth.call(forgotPassword, { email: member.email });
    const nextToken = await tokenMailedTo(member.email, 2);
    expect(await auth.resetRefusal(token)).toBe('none');
    expect(await auth.resetRefusal(nextToken)).toBe('INVALID_RESET_TOKEN');
  });

  test('does not accept a verification link', async () => {
    const token = await tokenMailedTo(await auth.signUp());
    expect(await auth.resetRefusal(token)).toBe('INVALID_RESET_TOKEN');
  });

  test('marks the address as verified, since the link came by mail, and ends sign-ups with it', async () => {
    const { email } = await auth.joinUnverified();
    await auth.signUp(email);
    await mailTo(email);
    await auth.call(forgotPassword, { email });
    const token = await tokenMailedTo(email, 2);
    await auth.call(resetPassword, { token, password: NEW_PASSWORD });
    const { user } = await auth.logIn(email, NEW_PASSWORD);
    expect(user.email_verified).toBe(true);
    expect(await auth.sql('SELECT 1 FROM attempts WHERE email = $1', [email])).toEqual([]);
  });

  test('leaves its token out of the database and out of Redis', async () => {
    const { member, token } = await memberWithToken();
    const rows = await auth.sql('SELECT row_to_json(m)::text AS row FROM link_mails m');
    const jobs = await auth.redis.keys('{bull}:mail:*');
    const inRedis = await Promise.all(
      jobs.map(async (key) => [key, await auth.redis.hgetall(key).catch(() => ({}))]),
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, inRedis])).not.toContain(token);
    expect(JSON.stringify(inRedis)).not.toContain(member.email);
  });

  test('requested for an unknown address is answered as for a known one', async () => {
    const { email } = await auth.join();
    for (const each of [email, newEmail()]) {
      expect(await auth.call(forgotPassword, { email: each })).toEqual({});
    }
  });

  test('is looked up only after the answer to its request', async () => {
    const { email } = await auth.join();
    const [before] = await auth.sql('SELECT now() AS asked');
    await auth.call(forgotPassword, { email });
    await mailTo(email);
    const sql = `SELECT created_at >= $2::timestamptz + interval '0.49 s' AS later
                   FROM link_mails WHERE email = $1`;
    expect(await auth.sql(sql, [email, before?.asked])).toEqual([{ later: true }]);
  });

  test('requested from five networks sends at most twenty mails in an hour, five of them for each', async () => {
    const { email, user } = await auth.join();
    const linksAfter = async (network: string) => {
      for (let times = 0; times < 6; times += 1)
        await auth.lookUp('reset-link', { email, network });
      return (await auth.sql('SELECT id FROM link_mails WHERE user_id = $1', [user.id])).length;
    };
    const links = [];
    for (const end of [1, 2, 3, 4, 5]) links.push(await linksAfter(`192.0.2.${end}`));
    expect(links).toEqual([5, 10, 15, 20, 20]);
  });

  test('requested for an account that signs in only with Google sends nothing', async () => {
    const { email } = await auth.joinWithGoogle('removed');
    await auth.lookUp('reset-link', { email });
    expect(await auth.sql('SELECT 1 FROM link_mails WHERE email = $1', [email])).toEqual([]);
  });
});
