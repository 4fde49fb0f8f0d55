import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION } from '@studiolo/contracts';

import { AuthService, countsOf, type Member, newEmail, toMember } from '../../test/auth-service.js';
import { linkIn, mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { verifyEmail, updateProfile } = authMessages;

describe('a new address', () => {
  const auth = AuthService.duringTests();

  const askFor = ({ user, sessionId }: Member, email: string) =>
    auth.call(updateProfile, { userId: user.id, sessionId, email });

  const someoneAsked = async () => {
    const member = await auth.join();
    const email = newEmail();
    return { member, email, reply: await askFor(member, email) };
  };

  const sessionOf = ({ user, sessionId }: Member) => ({ userId: user.id, sessionId });
  const confirm = (member: Member, token: string) =>
    auth.call(verifyEmail, { token, session: sessionOf(member) });

  const refusalFor = ({ user }: Member, email: string) =>
    auth.refusal(updateProfile, { userId: user.id, email });

  test('waits for its verification while the old one stays valid', async () => {
    const { member, email, reply } = await someoneAsked();
    expect(reply).toMatchObject({ emailPending: true, user: { email: member.email } });
    expect(await auth.loginRefusal(member.email)).toBe('none');
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
  });

  test('gets a mail with a link, and the old address a notice with one that undoes the change', async () => {
    const { member, email } = await someoneAsked();
    expect(linkIn(await mailTo(email)).searchParams.get('email')).toBe(email);
    const notice = await mailTo(member.email);
    expect(notice.subject).toBe('A new email for your Studiolo account');
    expect(notice.text).toContain('\nHello Anna Lindqvist,\n');
    expect(linkIn(notice).pathname).toBe('/undo-email-change');
  });

  test('is announced to the old one even when it is verified immediately', async () => {
    const { member, email } = await someoneAsked();
    await confirm(member, await tokenMailedTo(email));
    await mailTo(member.email);
  });

  test('replaces the old one when the session that asked confirms it, and ends the others', async () => {
    const member = await auth.join();
    const other = await auth.logIn(member.email);
    const email = newEmail();
    await askFor(member, email);
    const confirmed = await confirm(member, await tokenMailedTo(email));
    expect(confirmed.user).toMatchObject({ id: member.user.id, email, email_verified: true });
    expect(toMember(email, confirmed).sessionId).toBe(member.sessionId);
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.cached(other)).toBe(ENDING_SESSION);
    expect(await auth.loginRefusal(email)).toBe('none');
    expect(await auth.loginRefusal(member.email)).toBe('INVALID_CREDENTIALS');
  });

  test('is not confirmed by its link alone, nor by somebody else, and the link stays good', async () => {
    const [asker, owner] = [await auth.join(), await auth.join()];
    const email = newEmail();
    await askFor(asker, email);
    const token = await tokenMailedTo(email);
    const { userId, sessionId } = sessionOf(asker);
    for (const session of [undefined, sessionOf(owner), { userId, sessionId: randomUUID() }]) {
      expect(await auth.refusal(verifyEmail, { token, session })).toBe('NEW_EMAIL_NEEDS_SESSION');
    }
    expect(await auth.loginRefusal(asker.email)).toBe('none');
    const confirmed = await auth.call(verifyEmail, { token, session: { userId, sessionId } });
    expect(confirmed.user.email).toBe(email);
  });

  test('requested after another one ends the link of the earlier one', async () => {
    const member = await auth.join();
    const [mistyped, right] = [newEmail(), newEmail()];
    await askFor(member, mistyped);
    const token = await tokenMailedTo(mistyped);
    await askFor(member, right);
    expect(await auth.refusal(verifyEmail, { token, session: sessionOf(member) })).toBe(
      'INVALID_VERIFICATION_TOKEN',
    );
    expect((await confirm(member, await tokenMailedTo(right))).user.email).toBe(right);
  });

  test('still waits after a change of name that sends the old one along', async () => {
    const { member, email } = await someoneAsked();
    const token = await tokenMailedTo(email);
    const request = { userId: member.user.id, name: 'Ana', email: member.email };
    expect(await auth.call(updateProfile, request)).toMatchObject({ emailPending: false });
    expect((await confirm(member, token)).user).toMatchObject({ name: 'Ana', email });
  });

  test('that somebody else has gets the same answer as a free one, and its owner is told by mail', async () => {
    const [member, other] = [await auth.join(), await auth.join()];
    const free = await askFor(member, newEmail());
    expect(await askFor(member, other.email)).toEqual(free);
    const mail = await mailTo(other.email);
    expect(mail.subject).toBe('Your email has a Studiolo account already');
    expect(linkIn(mail).href).toBe('https://studiolo.test/login');
    await mailTo(member.email, 2);
    expect(await auth.sql('SELECT 1 FROM attempts WHERE email = $1', [other.email])).toEqual([]);
    await expect(auth.logIn(other.email)).resolves.toMatchObject({ user: { id: other.user.id } });
  });

  test.each(['free', 'taken'])(
    'that is %s can be requested five times an hour by all accounts together',
    async (state) => {
      const email = newEmail();
      if (state === 'taken') await auth.join(email);
      const members = await Promise.all(Array.from({ length: 6 }, () => auth.join()));
      const outcomes = await Promise.all(members.map((member) => refusalFor(member, email)));
      expect(countsOf(outcomes)).toEqual({ RATE_LIMITED: 1, none: 5 });
    },
  );

  test('can be requested five times an hour by one account', async () => {
    const member = await auth.join();
    for (let times = 0; times < 5; times += 1) await askFor(member, newEmail());
    const request = { userId: member.user.id, name: 'Ana', email: newEmail() };
    await expect(auth.call(updateProfile, request)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterSeconds: expect.any(Number) as number },
    });
    const { user } = await auth.call(updateProfile, { ...request, email: member.email });
    expect(user).toMatchObject({ name: 'Ana', email: member.email });
  });

  test('shares its limit of mails with the sign-ups for its address', async () => {
    const email = newEmail();
    for (let times = 0; times < 5; times += 1) await auth.signUp(email);
    expect(await refusalFor(await auth.join(), email)).toBe('RATE_LIMITED');
  });

  test('ends the sign-ups that waited for it', async () => {
    const member = await auth.join();
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await askFor(member, email);
    await confirm(member, await tokenMailedTo(email, 2));
    expect(await auth.verifyRefusal(token)).toBe('EMAIL_ALREADY_VERIFIED');
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { id: member.user.id } });
  });

  test('that somebody else has taken meanwhile is refused at its verification', async () => {
    const { member, email } = await someoneAsked();
    const token = await tokenMailedTo(email);
    await auth.join(email);
    expect(await auth.refusal(verifyEmail, { token, session: sessionOf(member) })).toBe(
      'EMAIL_TAKEN',
    );
    expect(await auth.loginRefusal(member.email)).toBe('none');
  });

  test('asked for again gets a mail that says when it was asked for last', async () => {
    const { member, email } = await someoneAsked();
    await mailTo(email);
    await auth.sql("UPDATE attempts SET created_at = '2020-01-01'");
    await askFor(member, email);
    expect((await mailTo(email, 2)).text).not.toContain('January 2020');
  });

  test('asked for again has its link mailed again, and the first one stays good', async () => {
    const { member, email } = await someoneAsked();
    const token = await tokenMailedTo(email);
    await askFor(member, email);
    await mailTo(email, 2);
    expect((await confirm(member, token)).user.email).toBe(email);
  });

  test('is not mailed again for whoever knows the address', async () => {
    const { email } = await someoneAsked();
    await mailTo(email);
    await auth.lookUp('resend-verification', { email });
    expect(await auth.sql('SELECT 1 FROM link_mails WHERE email = $1', [email])).toHaveLength(1);
  });
});

test('a new address is confirmed also when the service has one connection to the database', async () => {
  await using auth = await new AuthService(() => ({ DATABASE_POOL_SIZE: '1' })).start();
  const { user, sessionId } = await auth.join();
  const email = newEmail();
  await auth.call(updateProfile, { userId: user.id, sessionId, email });
  const session = { userId: user.id, sessionId };
  const confirmed = await auth.call(verifyEmail, { token: await tokenMailedTo(email), session });
  expect(confirmed.user.email).toBe(email);
});

describe('a new address without verification', () => {
  const auth = AuthService.duringTests(() => ({ EMAIL_VERIFICATION: 'off' }));

  test('is set immediately, ends the sessions of other devices and is announced to the old one', async () => {
    const member = await auth.join();
    const other = await auth.logIn(member.email);
    const email = newEmail();
    const request = { userId: member.user.id, sessionId: member.sessionId, email };
    const reply = await auth.call(updateProfile, request);
    expect(reply).toMatchObject({ emailPending: false, user: { email, email_verified: false } });
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.cached(other)).toBe(ENDING_SESSION);
    expect(await auth.loginRefusal(email)).toBe('none');
    expect((await mailTo(member.email)).subject).toContain('has changed');
  });

  test('that somebody else has is refused, and counts as one of the five changes', async () => {
    const [member, other] = [await auth.join(), await auth.join()];
    const request = { userId: member.user.id, name: 'Ana', email: other.email };
    const outcomes = [];
    for (let times = 0; times < 6; times += 1) {
      outcomes.push(await auth.refusal(updateProfile, request));
    }
    expect(outcomes).toEqual([...Array<string>(5).fill('EMAIL_TAKEN'), 'RATE_LIMITED']);
    const { user } = await auth.call(authMessages.getProfile, { userId: member.user.id });
    expect(user.name).toBe('Anna Lindqvist');
  });

  test('requested by two people at the same time goes to one of them', async () => {
    const members = [await auth.join(), await auth.join()];
    const email = newEmail();
    const outcomes = await Promise.all(
      members.map(({ user }) => auth.refusal(updateProfile, { userId: user.id, email })),
    );
    expect(outcomes.toSorted()).toEqual(['EMAIL_TAKEN', 'none']);
  });
});
