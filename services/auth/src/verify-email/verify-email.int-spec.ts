import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { RowPurge } from '@studiolo/service-kit';
import { mailsTo } from '@studiolo/testing/mailbox';

import { AuthService, newEmail, PASSWORD, toMember } from '../../test/auth-service.js';
import { mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { verifyEmail, resendVerification, forgotPassword, signup } = authMessages;

describe('verifying an address', () => {
  const auth = AuthService.duringTests({ RATE_LIMITS: 'off' });

  test('signs in and lets the account log in', async () => {
    const email = await auth.signUp();
    const signedIn = await auth.call(verifyEmail, { token: await tokenMailedTo(email) });
    expect(signedIn.user).toMatchObject({ email, email_verified: true });
    expect(await auth.isActive(toMember(email, signedIn))).toBe(true);
    expect(await auth.loginRefusal(email)).toBe('none');
  });

  test('[L7] happens once for ten uses of its link at once', async () => {
    const token = await tokenMailedTo(await auth.signUp());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => auth.refusal(verifyEmail, { token })),
    );
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'INVALID_VERIFICATION_TOKEN')).toHaveLength(9);
  });

  test('is answered with the same session when its message is repeated', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    const messageId = randomUUID();
    const first = await auth.call(verifyEmail, { token }, { messageId });
    const second = await auth.call(verifyEmail, { token }, { messageId });
    expect(toMember(email, second).sessionId).toBe(toMember(email, first).sessionId);
  });

  test.each([
    ["interval '30 seconds'", 'none'],
    ["interval '0 seconds'", 'INVALID_VERIFICATION_TOKEN'],
  ])('with a link that expires in %s ends with %s', async (rest, outcome) => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.sql(`UPDATE link_mails SET expires_at = now() + ${rest} WHERE email = $1`, [email]);
    expect(await auth.refusal(verifyEmail, { token })).toBe(outcome);
  });

  test('is possible with a link for 24 hours', async () => {
    const email = await auth.signUp();
    const [row] = await auth.sql<{ hours: string }>(
      `SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours
         FROM link_mails WHERE email = $1`,
      [email],
    );
    expect(Number(row?.hours)).toBe(24);
  });

  test('does not accept a reset link, a session token or an invented token', async () => {
    const { email, token: sessionToken } = await auth.join();
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    for (const token of [resetToken, sessionToken, 'x', resetToken.slice(0, -1)]) {
      expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    }
  });

  test.each(['first', 'second'])('works with the %s of two links', async (which) => {
    const email = await auth.signUp();
    const first = await tokenMailedTo(email);
    await auth.call(resendVerification, { email });
    const second = await tokenMailedTo(email, 2);
    const [token, other] = which === 'first' ? [first, second] : [second, first];
    expect(await auth.refusal(verifyEmail, { token })).toBe('none');
    expect(await auth.refusal(verifyEmail, { token: other })).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('requested again sends nothing to a verified or unknown address', async () => {
    const { email } = await auth.join();
    const unknown = newEmail();
    const waiting = await auth.signUp();
    await mailTo(waiting);
    const answers = [];
    for (const each of [email, unknown, waiting]) {
      answers.push(await auth.call(resendVerification, { email: each }));
    }
    await mailTo(waiting, 2);
    expect(answers).toEqual([{}, {}, {}]);
    expect([...(await mailsTo(email)), ...(await mailsTo(unknown))]).toEqual([]);
  });

  test('requested again repeats the mail of the named sign-up, or else of the newest', async () => {
    const email = newEmail();
    const attempts = [];
    for (const name of ['First', 'Second']) {
      const reply = await auth.call(signup, { email, password: PASSWORD, name });
      if (reply.outcome === 'verification_required') attempts.push(reply.attempt);
    }
    await mailTo(email, 2);
    await auth.call(resendVerification, { email, attempt: attempts[0]! });
    expect((await mailTo(email, 3)).text).toContain('“First”');
    await auth.call(resendVerification, { email });
    expect((await mailTo(email, 4)).text).toContain('“Second”');
  });

  test('requested again for a sign-up with another address sends nothing', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    if (reply.outcome !== 'verification_required') throw new Error('Verification is off');
    await auth.signUp(other);
    await Promise.all([mailTo(email), mailTo(other)]);
    await auth.call(resendVerification, { email: other, attempt: reply.attempt });
    await auth.call(resendVerification, { email: other });
    await mailTo(other, 2);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is possible for 24 hours after each mail, and its rows are deleted after the last', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    const age = (hours: number) =>
      auth.sql(
        `WITH aged AS (UPDATE link_mails SET expires_at = expires_at - $2 * interval '1 hour'
                        WHERE email = $1)
         UPDATE attempts SET expires_at = expires_at - $2 * interval '1 hour' WHERE email = $1`,
        [email, hours],
      );
    await age(23);
    await auth.call(resendVerification, { email });
    const second = await tokenMailedTo(email, 2);
    await age(2);
    await auth.get(RowPurge).run();
    expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.loginRefusal(email)).toBe('EMAIL_NOT_VERIFIED');
    await age(22);
    expect(await auth.refusal(verifyEmail, { token: second })).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    await auth.get(RowPurge).run();
    for (const table of ['attempts', 'link_mails']) {
      expect(await auth.sql(`SELECT 1 FROM ${table} WHERE email = $1`, [email])).toEqual([]);
    }
  });
});
