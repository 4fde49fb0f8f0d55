import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';

import { AuthService, newEmail } from '../../test/auth-service.js';
import { mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { forgotPassword, resetPassword } = authMessages;
const NEW_PASSWORD = 'battery staple';

describe('a password reset', () => {
  const auth = AuthService.duringTests({ RATE_LIMITS: 'off' });

  const memberWithToken = async () => {
    const member = await auth.join();
    await auth.call(forgotPassword, { email: member.email });
    return { member, token: await tokenMailedTo(member.email) };
  };

  test('is mailed once when the job that requests the link runs twice', async () => {
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
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        auth.refusal(resetPassword, { token, password: NEW_PASSWORD }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'INVALID_RESET_TOKEN')).toHaveLength(9);
  });

  test('gets the same answer when its message is repeated', async () => {
    const { token } = await memberWithToken();
    const messageId = randomUUID();
    const request = { token, password: NEW_PASSWORD };
    const first = await auth.call(resetPassword, request, { messageId });
    expect(await auth.call(resetPassword, request, { messageId })).toEqual(first);
  });

  test.each([
    ["interval '30 seconds'", 'none'],
    ["interval '0 seconds'", 'INVALID_RESET_TOKEN'],
  ])('whose link expires in %s ends with %s', async (rest, outcome) => {
    const { member, token } = await memberWithToken();
    await auth.sql(`UPDATE link_mails SET expires_at = now() + ${rest} WHERE user_id = $1`, [
      member.user.id,
    ]);
    expect(await auth.refusal(resetPassword, { token, password: NEW_PASSWORD })).toBe(outcome);
  });

  test('has a link that expires after an hour', async () => {
    const { member } = await memberWithToken();
    const [row] = await auth.sql<{ seconds: string }>(
      `SELECT extract(epoch FROM expires_at - created_at) AS seconds
         FROM link_mails WHERE user_id = $1`,
      [member.user.id],
    );
    expect(Number(row?.seconds)).toBe(3600);
  });

  test('requested again leaves the earlier link good, until one of them is used', async () => {
    const { member, token } = await memberWithToken();
    await auth.call(forgotPassword, { email: member.email });
    const nextToken = await tokenMailedTo(member.email, 2);
    const password = NEW_PASSWORD;
    expect(await auth.refusal(resetPassword, { token, password })).toBe('none');
    expect(await auth.refusal(resetPassword, { token: nextToken, password })).toBe(
      'INVALID_RESET_TOKEN',
    );
  });

  test('does not accept a verification link', async () => {
    const token = await tokenMailedTo(await auth.signUp());
    expect(await auth.refusal(resetPassword, { token, password: NEW_PASSWORD })).toBe(
      'INVALID_RESET_TOKEN',
    );
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
    const jobs = await auth.redis.keys('bull:mail:*');
    const inRedis = await Promise.all(
      jobs.map(async (key) => [key, await auth.redis.hgetall(key).catch(() => ({}))]),
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, inRedis])).not.toContain(token);
    expect(JSON.stringify(inRedis)).not.toContain(member.email);
  });
});

describe('requesting a reset', () => {
  const auth = AuthService.duringTests();

  test('is answered the same for any address', async () => {
    const { email } = await auth.join();
    const known = await auth.call(forgotPassword, { email });
    const unknown = await auth.call(forgotPassword, { email: newEmail() });
    expect(unknown).toEqual(known);
  });

  test('starts its work only after the answer', async () => {
    const { email } = await auth.join();
    await auth.call(forgotPassword, { email });
    const sql =
      "SELECT available_at > created_at AS later FROM outbox WHERE payload->>'email' = $1";
    expect(await auth.sql(sql, [email])).toEqual([{ later: true }]);
    await mailTo(email);
  });

  test('twice within a minute sends one mail', async () => {
    const { email } = await auth.join();
    const { email: later } = await auth.join();
    for (let times = 0; times < 3; times += 1) await auth.call(forgotPassword, { email });
    await eventually(async () => expect(await auth.sql('SELECT id FROM outbox')).toEqual([]));
    await mailTo(email);
    // A second mail would have been queued before this one.
    await auth.call(forgotPassword, { email: later });
    await mailTo(later);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('again after a minute sends another mail, up to twenty in an hour', async () => {
    const { email, user } = await auth.join();
    for (let times = 0; times < 21; times += 1) {
      await auth.lookUp('reset-link', { email, network: `192.0.2.${times % 5}` });
      await auth.sql(
        "UPDATE link_mails SET created_at = created_at - interval '61 seconds' WHERE user_id = $1",
        [user.id],
      );
    }
    const links = await auth.sql('SELECT id FROM link_mails WHERE user_id = $1', [user.id]);
    expect(links).toHaveLength(20);
  });

  test('for an account that signs in only with Google sends nothing', async () => {
    const { email, user } = await auth.join();
    const { email: later } = await auth.join();
    await auth.sql('UPDATE accounts SET google_id = $2, password_hash = NULL WHERE id = $1', [
      user.id,
      randomUUID(),
    ]);
    await auth.call(forgotPassword, { email });
    await auth.call(forgotPassword, { email: later });
    await mailTo(later);
    expect(await mailsTo(email)).toHaveLength(0);
  });
});
