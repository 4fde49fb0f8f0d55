import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';

import { AuthService, countsOf, newEmail, PASSWORD } from '../../test/auth-service.js';
import { mailTo, tokenIn, tokenMailedTo } from '../../test/mailbox.js';

const { signup, verifyEmail, resendVerification, resetPassword } = authMessages;
const MAILS_MAX = 5;

/** The attempts that wait for this address. */
const attemptsFor = (auth: AuthService, email: string) =>
  auth.sql<{ id: string; password_hash: string }>(
    'SELECT id, password_hash FROM attempts WHERE email = $1',
    [email],
  );

const accountsOf = (auth: AuthService, email: string) =>
  auth.sql<{ name: string }>('SELECT name FROM accounts WHERE email = $1', [email]);

describe('a sign-up with verified addresses', () => {
  const auth = AuthService.duringTests();

  test('opens no account before its link is opened', async () => {
    const email = newEmail();
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    const [attempt] = await attemptsFor(auth, email);
    expect(reply).toEqual({ outcome: 'verification_required', email, attempt: attempt?.id });
    expect(await accountsOf(auth, email)).toEqual([]);
  });

  test('is refused for the address of a verified account, and changes nothing', async () => {
    const { email } = await auth.join();
    const again = { email: email.toUpperCase(), password: 'another one', name: 'Eve' };
    expect(await auth.refusal(signup, again)).toBe('EMAIL_TAKEN');
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { name: 'Anna Lindqvist' } });
  });

  test('of an attacker ends when the owner opens any link on the page of their own sign-up', async () => {
    const email = newEmail();
    await auth.call(signup, { email, password: 'the attacker’s', name: 'Eve' });
    const attackersToken = await tokenMailedTo(email);
    const own = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    const { attempt } = own as { attempt: string };
    await auth.call(verifyEmail, { token: attackersToken, attempt });
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { name: 'Anna' } });
    expect(await auth.loginRefusal(email, 'the attacker’s')).toBe('INVALID_CREDENTIALS');
    expect(await auth.verifyRefusal(attackersToken)).toBe('EMAIL_ALREADY_VERIFIED');
    expect(await attemptsFor(auth, email)).toEqual([]);
  });

  test('with a second one of another password opens the account without one, and mails a link to set it', async () => {
    const email = newEmail();
    await auth.call(signup, { email, password: PASSWORD, name: 'First' });
    const token = await tokenMailedTo(email);
    await auth.call(signup, { email, password: 'another one', name: 'Second' });
    const nextToken = await tokenMailedTo(email, 2);
    const opened = await auth.call(verifyEmail, { token });
    expect(opened).toMatchObject({ user: { name: 'First' }, passwordResetSent: true });
    for (const password of [PASSWORD, 'another one']) {
      expect(await auth.loginRefusal(email, password)).toBe('INVALID_CREDENTIALS');
    }
    const resetToken = await tokenMailedTo(email, 3);
    await auth.call(resetPassword, { token: resetToken, password: 'chosen by the owner' });
    expect(await auth.loginRefusal(email, 'chosen by the owner')).toBe('none');
    expect(await auth.verifyRefusal(nextToken)).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('[L5] made twenty times at once with one address, at two replicas, sends five mails, and an opened link makes one account', async () => {
    const email = newEmail();
    await using other = await new AuthService(undefined, auth).start();
    const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('e', 'E')];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        [auth, other][index % 2]!.refusal(signup, {
          email: spellings[index % 4]!,
          password: `${PASSWORD} ${index}`,
          name: `Anna ${index}`,
        }),
      ),
    );
    expect(countsOf(outcomes)).toEqual({ VERIFICATION_MAIL_LIMITED: 15, none: MAILS_MAX });
    await mailTo(email, MAILS_MAX);
    expect(await auth.sql('SELECT 1 FROM link_mails WHERE email = $1', [email])).toHaveLength(
      MAILS_MAX,
    );
    const mails = await mailsTo(email);
    const results = await Promise.all(
      mails.map((mail) => auth.refusal(verifyEmail, { token: tokenIn(mail) })),
    );
    expect(countsOf(results)).toEqual({ EMAIL_ALREADY_VERIFIED: MAILS_MAX - 1, none: 1 });
    const opened = mails[results.indexOf('none')]!;
    const [account, ...others] = await accountsOf(auth, email);
    expect(opened.text).toContain(`“${account?.name}”`);
    expect(others).toEqual([]);
  });

  test('after five within an hour is kept without a mail, and says so; from another network it gets one', async () => {
    const email = newEmail();
    const request = { email, password: PASSWORD, name: 'Anna' };
    for (let times = 0; times < MAILS_MAX; times += 1) await auth.call(signup, request);
    const owners = { ...request, name: 'Berta', password: 'the owner’s' };
    await expect(auth.call(signup, owners)).rejects.toMatchObject({
      code: 'VERIFICATION_MAIL_LIMITED',
      details: {
        attempt: expect.any(String) as string,
        retryAfterSeconds: expect.any(Number) as number,
      },
    });
    expect(await attemptsFor(auth, email)).toHaveLength(MAILS_MAX + 1);
    await auth.call(signup, { ...owners, network: '198.51.100.9' });
    await mailTo(email, MAILS_MAX + 1);
    await auth.sql("UPDATE mail_counts SET counted_at = counted_at - interval '1 hour'");
    await auth.call(signup, request);
    await mailTo(email, MAILS_MAX + 2);
  });

  test('after five within an hour gets no link again either, and an hour later one for each request', async () => {
    const email = newEmail();
    for (let times = 0; times < MAILS_MAX; times += 1) await auth.signUp(email);
    const linksAfterRequest = async () => {
      await auth.lookUp('resend-verification', { email });
      return (await auth.sql('SELECT 1 FROM link_mails WHERE email = $1', [email])).length;
    };
    expect(await linksAfterRequest()).toBe(MAILS_MAX);
    await auth.sql("UPDATE mail_counts SET counted_at = counted_at - interval '1 hour'");
    expect(await linksAfterRequest()).toBe(MAILS_MAX + 1);
    expect(await linksAfterRequest()).toBe(MAILS_MAX + 2);
  });

  test('gets the same answer when its message is repeated, with one attempt and one mail', async () => {
    const email = newEmail();
    const request = { email, password: PASSWORD, name: 'Anna' };
    const messageId = randomUUID();
    const replies = await Promise.all([
      auth.call(signup, request, { messageId }),
      auth.call(signup, request, { messageId }),
    ]);
    expect(replies[0]).toEqual(replies[1]);
    await tokenMailedTo(email);
    expect(await attemptsFor(auth, email)).toHaveLength(1);
  });

  test('whose password is forgotten gets a link that opens the account without it, and a mail to choose one', async () => {
    const email = await auth.signUp();
    await mailTo(email);
    await auth.call(authMessages.forgotPassword, { email });
    const opened = await auth.call(verifyEmail, { token: await tokenMailedTo(email, 2) });
    expect(opened.passwordResetSent).toBe(true);
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    expect((await mailTo(email, 3)).subject).toBe('Choose your Studiolo password');
  });
});

describe('a sign-up without verification', () => {
  const auth = AuthService.duringTests(() => ({ EMAIL_VERIFICATION: 'off' }));

  test('signs in immediately, and no mail is sent, not even on request', async () => {
    const email = newEmail();
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    expect(reply).toMatchObject({ outcome: 'signed_in', user: { email, email_verified: false } });
    await auth.call(resendVerification, { email });
    for (const table of ['link_mails', "outbox WHERE kind = 'job'"]) {
      expect(await auth.sql(`SELECT 1 FROM ${table}`)).toEqual([]);
    }
    expect(await auth.loginRefusal(email)).toBe('none');
  });

  test('is refused for an address that has an account', async () => {
    const email = await auth.signUp();
    const again = { email: email.toUpperCase(), password: 'another one', name: 'Eve' };
    expect(await auth.refusal(signup, again)).toBe('EMAIL_TAKEN');
  });

  test('made five times at once with one address opens one account', async () => {
    const request = { email: newEmail(), password: PASSWORD, name: 'Anna' };
    const { outcomes } = await auth.dataSource.transaction(async (transaction) => {
      // No account can be opened until all five are about to.
      await transaction.query('LOCK TABLE accounts IN SHARE MODE');
      const outcomes = Promise.all(Array.from({ length: 5 }, () => auth.refusal(signup, request)));
      const waiting = `SELECT 1 FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect(await auth.sql(waiting)).toHaveLength(5));
      return { outcomes };
    });
    expect(countsOf(await outcomes)).toEqual({ EMAIL_TAKEN: 4, none: 1 });
  });
});

describe('an account from before verification was required', () => {
  const auth = AuthService.duringTests();

  test('has to verify its address at its next login, and can do so by the link', async () => {
    const { email, user } = await auth.joinUnverified();
    expect(await auth.loginRefusal(email)).toBe('EMAIL_NOT_VERIFIED');
    await auth.call(resendVerification, { email });
    const verified = await auth.call(verifyEmail, { token: await tokenMailedTo(email) });
    expect(verified.user).toMatchObject({ id: user.id, email, email_verified: true });
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { id: user.id } });
  });

  test('is handed over to somebody who signs up with its address and opens the link on that page', async () => {
    const attacker = await auth.joinUnverified();
    const { email } = attacker;
    const request = { email, password: 'the owner’s', name: 'Berta' };
    const { attempt } = (await auth.call(signup, request)) as { attempt: string };
    for (const password of [PASSWORD, request.password]) {
      expect(await auth.loginRefusal(email, password)).toBe('EMAIL_NOT_VERIFIED');
    }
    const { user } = await auth.call(verifyEmail, { token: await tokenMailedTo(email), attempt });
    expect(user).toMatchObject({ id: attacker.user.id, name: 'Berta', email_verified: true });
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    expect(await auth.isActive(attacker)).toBe(false);
    expect(await auth.loginRefusal(email, request.password)).toBe('none');
  });
});
