import { randomUUID } from 'node:crypto';

import { authMessages, ENDED_SESSION } from '@studiolo/contracts';

import { AuthService, type Member, newEmail, PASSWORD, toMember } from '../../test/auth-service.js';
import { linkIn, mailsTo, mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { verifyEmail, resendVerification, updateProfile, login, forgotPassword } = authMessages;

describe('verifying an address', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start({ RATE_LIMITS: 'off' });
  });
  afterAll(() => auth.stop());

  test('signs in and opens the account to logins', async () => {
    const email = await auth.signUp();
    const signedIn = await auth.call(verifyEmail, { token: await tokenMailedTo(email) });
    expect(signedIn.user).toMatchObject({ email, email_verified: true });
    expect(await auth.isActive(toMember(email, signedIn))).toBe(true);
    await expect(auth.logIn(email)).resolves.toBeDefined();
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
  ])('by a link that expires in %s ends with %s', async (rest, outcome) => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.sql(`UPDATE link_mails SET expires_at = now() + ${rest} WHERE email = $1`, [email]);
    expect(await auth.refusal(verifyEmail, { token })).toBe(outcome);
  });

  test('has 24 hours', async () => {
    const email = await auth.signUp();
    const [row] = await auth.sql<{ hours: string }>(
      `SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours
         FROM link_mails WHERE email = $1`,
      [email],
    );
    expect(Number(row?.hours)).toBe(24);
  });

  test('does not take a reset link, a session token or anything made up', async () => {
    const { email, token: sessionToken } = await auth.join();
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    for (const token of [resetToken, sessionToken, 'x', resetToken.slice(0, -1)]) {
      expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    }
  });

  test('by the link of a second mail ends the first one', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.call(resendVerification, { email });
    const nextToken = await tokenMailedTo(email, 2);
    expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.refusal(verifyEmail, { token: nextToken })).toBe('none');
  });

  test('asked for again sends nothing to an address that is verified or unknown', async () => {
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
});

describe('a new address', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  const askFor = async (member: Member, email: string) =>
    auth.call(updateProfile, { userId: member.user.id, sessionId: member.sessionId, email });

  test('waits for its verification while the old one goes on', async () => {
    const member = await auth.join();
    const email = newEmail();
    const reply = await askFor(member, email);
    expect(reply).toMatchObject({ emailPending: true, user: { email: member.email } });
    await expect(auth.logIn(member.email)).resolves.toBeDefined();
    expect(await auth.refusal(login, { email, password: PASSWORD })).toBe('INVALID_CREDENTIALS');
  });

  test('gets a link that names it, and the old one gets none', async () => {
    const member = await auth.join();
    const email = newEmail();
    await askFor(member, email);
    expect(linkIn(await mailTo(email)).searchParams.get('email')).toBe(email);
    expect(await mailsTo(member.email)).toEqual([]);
  });

  test('takes the place of the old one once it is verified, and the old sessions end', async () => {
    const member = await auth.join();
    const email = newEmail();
    await askFor(member, email);
    const signedIn = await auth.call(verifyEmail, { token: await tokenMailedTo(email) });
    expect(signedIn.user).toMatchObject({ id: member.user.id, email, email_verified: true });
    expect(await auth.isActive(toMember(email, signedIn))).toBe(true);
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
    await expect(auth.logIn(email)).resolves.toBeDefined();
    expect(await auth.refusal(login, { email: member.email, password: PASSWORD })).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('asked for after another one ends the link of that', async () => {
    const member = await auth.join();
    const [mistyped, right] = [newEmail(), newEmail()];
    await askFor(member, mistyped);
    const token = await tokenMailedTo(mistyped);
    await askFor(member, right);
    expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    expect(await auth.refusal(verifyEmail, { token: await tokenMailedTo(right) })).toBe('none');
  });

  test('goes on waiting while the name is changed and the old one sent along', async () => {
    const member = await auth.join();
    const email = newEmail();
    await askFor(member, email);
    const token = await tokenMailedTo(email);
    const request = { userId: member.user.id, name: 'Ana', email: member.email };
    expect(await auth.call(updateProfile, request)).toMatchObject({ emailPending: false });
    expect((await auth.call(verifyEmail, { token })).user).toMatchObject({ name: 'Ana', email });
  });

  test('that somebody else has is refused', async () => {
    const [member, other] = [await auth.join(), await auth.join()];
    const request = { userId: member.user.id, email: other.email };
    expect(await auth.refusal(updateProfile, request)).toBe('EMAIL_TAKEN');
  });

  test('that somebody else took meanwhile is refused at its verification', async () => {
    const member = await auth.join();
    const email = newEmail();
    await askFor(member, email);
    const token = await tokenMailedTo(email);
    await auth.join(email);
    expect(await auth.refusal(verifyEmail, { token })).toBe('EMAIL_TAKEN');
    await expect(auth.logIn(member.email)).resolves.toBeDefined();
  });

  test('can have its link mailed again', async () => {
    const member = await auth.join();
    const email = newEmail();
    await askFor(member, email);
    await mailTo(email);
    await auth.sql(
      "UPDATE link_mails SET created_at = now() - interval '61 seconds' WHERE email = $1",
      [email],
    );
    await auth.call(resendVerification, { email });
    const token = await tokenMailedTo(email, 2);
    expect((await auth.call(verifyEmail, { token })).user.email).toBe(email);
  });
});
