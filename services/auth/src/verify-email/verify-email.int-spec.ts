import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { RowPurge } from '@studiolo/service-kit/database';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { mailsTo } from '@studiolo/testing/mailbox';

import { AuthService, newEmail, PASSWORD, tenTimes, toMember } from '../../test/auth-service.js';
import { mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { verifyEmail, resendVerification, forgotPassword, signup } = authMessages;

describe('verifying an address', () => {
  const auth = AuthService.duringTests();

  test('signs in and lets the account log in, up to 24 hours after the mail', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.sql(
      `UPDATE link_mails SET expires_at = expires_at - interval '23 hours 59 minutes' WHERE email = $1`,
      [email],
    );
    const signedIn = await auth.call(verifyEmail, { token });
    expect(signedIn.user).toMatchObject({ email, email_verified: true });
    expect(await auth.isActive(toMember(email, signedIn))).toBe(true);
    expect(await auth.loginRefusal(email)).toBe('none');
  });

  test('[L7] happens once for ten uses of its link at once', async () => {
    const token = await tokenMailedTo(await auth.signUp());
    const outcomes = await tenTimes(() => auth.verifyRefusal(token));
    expect(outcomes).toEqual({ none: 1, EMAIL_ALREADY_VERIFIED: 9 });
  });

  test('gets no bearer token when its message is stored again', async () => {
    const token = await tokenMailedTo(await auth.signUp());
    const messageId = randomUUID();
    await auth.call(verifyEmail, { token }, { messageId });
    const again = auth.call(verifyEmail, { token }, { messageId });
    expect(await codeOf(again)).toBe('SIGN_IN_REPEATED');
  });

  test('does not accept a reset link, a session token or an invented token', async () => {
    const { email, token: sessionToken } = await auth.join();
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    for (const token of [resetToken, sessionToken, 'x', resetToken.slice(0, -1)]) {
      expect(await auth.verifyRefusal(token)).toBe('INVALID_VERIFICATION_TOKEN');
    }
  });

  test.each(['first', 'second'])('works with the %s of two links', async (which) => {
    const email = await auth.signUp();
    const first = await tokenMailedTo(email);
    await auth.call(resendVerification, { email });
    const second = await tokenMailedTo(email, 2);
    const [token, other] = which === 'first' ? [first, second] : [second, first];
    expect(await auth.verifyRefusal(token)).toBe('none');
    expect(await auth.verifyRefusal(other)).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('requested again sends nothing to an unknown address, and tells a verified one to sign in', async () => {
    const [verified, unknown] = [(await auth.join()).email, newEmail()];
    for (const email of [verified, unknown]) {
      expect(await auth.call(resendVerification, { email })).toEqual({});
    }
    const mail = await mailTo(verified);
    expect(mail.subject).toBe('Your Studiolo email is verified');
    expect(mail.text).not.toContain('token');
    expect(await mailsTo(unknown)).toEqual([]);
  });

  test('once more says for 24 hours that the address is verified, as after a scanner or a reload', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    expect(await auth.verifyRefusal(token)).toBe('none');
    expect(await auth.verifyRefusal(token)).toBe('EMAIL_ALREADY_VERIFIED');
    expect(await auth.loginRefusal(email)).toBe('none');
    await auth.sql("UPDATE link_mails SET expires_at = expires_at - interval '24 hours'");
    expect(await auth.verifyRefusal(token)).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('requested again repeats the mail of the named sign-up with its time, or else of the newest', async () => {
    const email = newEmail();
    const attempts = [];
    for (const name of ['First', 'Second']) {
      const reply = await auth.call(signup, { email, password: PASSWORD, name });
      if (reply.outcome === 'verification_required') attempts.push(reply.attempt);
    }
    await mailTo(email, 2);
    await auth.sql("UPDATE attempts SET created_at = '2020-01-01 12:00Z' WHERE name = 'First'");
    await auth.call(resendVerification, { email, attempt: attempts[0]! });
    expect((await mailTo(email, 3)).text).toMatch(/ 1 January 2020 .*“First”/);
    await auth.call(resendVerification, { email });
    expect((await mailTo(email, 4)).text).toContain('“Second”');
  });

  test('requested again for a sign-up with another address repeats the mail of neither', async () => {
    const [email, other] = [newEmail(), await auth.signUp()];
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    await auth.lookUp('resend-verification', { ...reply, email: other });
    expect(
      await auth.sql('SELECT 1 FROM link_mails WHERE email IN ($1, $2)', [email, other]),
    ).toHaveLength(2);
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
    await age(1);
    await auth.get(RowPurge).run();
    expect(await auth.verifyRefusal(token)).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.loginRefusal(email)).toBe('EMAIL_NOT_VERIFIED');
    await age(23);
    expect(await auth.verifyRefusal(second)).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    await auth.get(RowPurge).run();
    for (const table of ['attempts', 'link_mails']) {
      expect(await auth.sql(`SELECT 1 FROM ${table} WHERE email = $1`, [email])).toEqual([]);
    }
  });
});
