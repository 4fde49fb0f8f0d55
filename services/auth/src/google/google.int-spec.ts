import { randomUUID } from 'node:crypto';

import { authMessages, ENDING_SESSION } from '@studiolo/contracts';
import { codeOf } from '@studiolo/service-kit/testing/service-under-test';
import { duringTests } from '@studiolo/testing/during-tests';
import { type GooglePerson, GoogleServer } from '@studiolo/testing/google-server';

import {
  AuthService,
  type Member,
  NEW_PASSWORD,
  newEmail,
  PASSWORD,
  tenTimes,
  toMember,
} from '../../test/auth-service.js';
import { linkIn, mailTo, tokenIn, tokenMailedTo } from '../../test/mailbox.js';

const { googleCallback, googleAuthorizationUrl, forgotPassword, linkGoogle } = authMessages;

const person = (email = newEmail()): GooglePerson => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name: 'Anna G. Lindqvist',
});

/** Somebody whose mailbox Google runs. */
const hosted = (email?: string): GooglePerson => ({ ...person(email), hd: 'example.com' });

describe('[S10] signing in with Google', () => {
  const google = duringTests(() => GoogleServer.start());
  const auth = AuthService.duringTests(() => google().settings);

  const enter = async (who: GooglePerson): Promise<Member> => {
    const signedIn = await auth.call(googleCallback, { code: google().codeFor(who) });
    return toMember(who.email, signedIn);
  };

  test('starts at a URL with all parameters that Google requires and a fresh state', async () => {
    const parameters = async () => {
      const { authorizationUrl } = await auth.call(googleAuthorizationUrl, {});
      return Object.fromEntries(new URL(authorizationUrl).searchParams);
    };
    const one = await parameters();
    expect(one).toEqual({
      client_id: 'studiolo-client',
      redirect_uri: 'https://studiolo.test/auth/google/callback',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
    });
    expect((await parameters()).state).not.toBe(one.state);
  });

  test('opens an account with a verified address and without a password, by the code for its redirect address', async () => {
    const who = person();
    const member = await enter(who);
    expect(member.user).toMatchObject({
      name: 'Anna G. Lindqvist',
      email: who.email,
      email_verified: true,
      oauth_provider: 'google',
      google_id: who.sub,
    });
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.loginRefusal(who.email)).toBe('INVALID_CREDENTIALS');
    expect(google().exchanges.at(-1)).toMatchObject({
      grant_type: 'authorization_code',
      redirect_uri: 'https://studiolo.test/auth/google/callback',
      client_secret: 'studiolo-client-key',
    });
  });

  test('finds the same account again after the address at Google has changed', async () => {
    const who = person();
    const first = await enter(who);
    const second = await enter({ ...who, email: newEmail() });
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.email).toBe(who.email);
  });

  test('joins the account of a mailbox of Google’s: its password and sessions end, and a mail says so', async () => {
    const before = await auth.join();
    const { email, user } = before;
    const member = await enter(hosted(email.toUpperCase()));
    expect(member.user).toMatchObject({ id: user.id, name: user.name, oauth_provider: 'google' });
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    expect(await auth.isActive(before)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
    const mail = await mailTo(email);
    expect(mail.subject).toBe('A Google account was linked to your Studiolo account');
    expect(mail.text).toContain('password');
  });

  test.each(['gmail.com', 'googlemail.com'])(
    'joins the account of a mailbox at %s',
    async (domain) => {
      const { user } = await auth.join(`${randomUUID()}@${domain}`);
      expect((await enter(person(user.email))).user.id).toBe(user.id);
    },
  );

  test.each([
    ['names no domain', {}],
    ['names another domain', { hd: 'example.org' }],
  ])(
    'joins no account of a mailbox elsewhere when Google %s, and mails it a link that does',
    async (_, hd) => {
      const { email, user } = await auth.join();
      const who = { ...person(email), ...hd };
      const code = google().codeFor(who);
      expect(await auth.refusal(googleCallback, { code })).toBe('GOOGLE_NEEDS_LINK');
      expect(await auth.loginRefusal(email)).toBe('none');
      const mail = await mailTo(email);
      expect(linkIn(mail).pathname).toBe('/link-google');
      const linked = await auth.call(linkGoogle, { token: tokenIn(mail) });
      expect(linked.user).toMatchObject({ id: user.id, google_id: who.sub });
      expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
      expect((await enter(who)).user.id).toBe(user.id);
      expect((await mailTo(email, 2)).subject).toContain('was linked');
    },
  );

  test('joins an account of a mailbox elsewhere by its link once, and not after its password has changed', async () => {
    const linkTokenFor = async ({ email }: Member) => {
      await auth.refusal(googleCallback, { code: google().codeFor(person(email)) });
      return tokenMailedTo(email);
    };
    const [first, second] = [await auth.join(), await auth.join()];
    const token = await linkTokenFor(first);
    const outcomes = await tenTimes(() => auth.refusal(linkGoogle, { token }));
    expect(outcomes).toEqual({ none: 1, INVALID_GOOGLE_LINK: 9 });
    const late = await linkTokenFor(second);
    const { user, sessionId } = second;
    const passwords = { currentPassword: PASSWORD, password: NEW_PASSWORD };
    await auth.call(authMessages.changePassword, { userId: user.id, sessionId, ...passwords });
    expect(await auth.refusal(linkGoogle, { token: late })).toBe('INVALID_GOOGLE_LINK');
    expect(await auth.resetRefusal(late)).toBe('INVALID_RESET_TOKEN');
  });

  test('ends the password that an account still has beside Google', async () => {
    const member = await auth.joinWithGoogle('kept');
    await enter({ ...person(member.email), sub: await subOf(member) });
    expect(await auth.loginRefusal(member.email)).toBe('INVALID_CREDENTIALS');
    expect((await mailTo(member.email)).subject).toContain('was linked');
  });

  const subOf = async ({ user }: Member) =>
    (await auth.call(authMessages.getProfile, { userId: user.id })).user.google_id ?? '';

  test.each(['opens', 'joins'])(
    '%s one account for several codes of one person at once',
    async (what) => {
      const who = hosted(what === 'joins' ? (await auth.join()).email : newEmail());
      const members = await Promise.all(Array.from({ length: 5 }, () => enter(who)));
      expect(new Set(members.map(({ user }) => user.id)).size).toBe(1);
      expect(new Set(members.map(({ sessionId }) => sessionId)).size).toBe(5);
    },
  );

  test('takes over an account that was never verified, and ends its password, sessions and links', async () => {
    const { email, user, ...session } = await auth.joinUnverified();
    await auth.call(forgotPassword, { email });
    const resetToken = await tokenMailedTo(email);
    const member = await enter(hosted(email));
    expect(member.user).toMatchObject({
      id: user.id,
      name: 'Anna G. Lindqvist',
      email_verified: true,
    });
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    expect(await auth.resetRefusal(resetToken)).toBe('INVALID_RESET_TOKEN');
    expect(await auth.cached(session)).toBe(ENDING_SESSION);
    const sessions = await auth.sql('SELECT id FROM sessions WHERE user_id = $1', [user.id]);
    expect(sessions).toEqual([{ id: member.sessionId }]);
  });

  test('ends the sign-ups that wait for the address', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await enter(person(email));
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    expect(await auth.verifyRefusal(token)).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('ends an open change of address when it joins an account', async () => {
    const { email, user } = await auth.join();
    const nextEmail = newEmail();
    await auth.call(authMessages.updateProfile, { userId: user.id, email: nextEmail });
    const token = await tokenMailedTo(nextEmail);
    await enter(hosted(email));
    expect(await auth.verifyRefusal(token)).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('does not hand an account over to another Google account with its address', async () => {
    const { email } = await enter(person());
    const code = google().codeFor(person(email));
    expect(await auth.refusal(googleCallback, { code })).toBe('GOOGLE_CODE_REJECTED');
  });

  test('is refused while Google has not verified the address', async () => {
    const { email, user } = await auth.join();
    const code = google().codeFor({ ...person(email), email_verified: false });
    expect(await auth.refusal(googleCallback, { code })).toBe('GOOGLE_EMAIL_UNVERIFIED');
    const profile = await auth.call(authMessages.getProfile, { userId: user.id });
    expect(profile.user.google_id).toBeNull();
  });

  test('[L7] happens once for ten uses of a code at once', async () => {
    const code = google().codeFor(person());
    const outcomes = await tenTimes(() => auth.refusal(googleCallback, { code }));
    expect(outcomes).toEqual({ none: 1, GOOGLE_CODE_REJECTED: 9 });
    expect(google().exchanges.filter((each) => each.code === code)).toHaveLength(1);
  });

  test('gets no token when its message is stored again', async () => {
    const code = google().codeFor(person());
    const messageId = randomUUID();
    await auth.call(googleCallback, { code }, { messageId });
    const again = auth.call(googleCallback, { code }, { messageId });
    expect(await codeOf(again)).toBe('SIGN_IN_REPEATED');
  });

  test.each([
    ['used', 'GOOGLE_CODE_REJECTED'],
    ['misconfigured', 'GOOGLE_UNREACHABLE'],
    ['down', 'GOOGLE_UNREACHABLE'],
    ['nobody', 'GOOGLE_UNREACHABLE'],
  ])('whose exchange fails with "%s" ends with %s', async (failure, refusal) => {
    const code = google().codeThatFails(failure);
    expect(await auth.refusal(googleCallback, { code })).toBe(refusal);
  });
});

describe('[S10] signing in with a Google that', () => {
  const outcomeWith = async (settings: Record<string, string>) => {
    await using auth = await new AuthService(() => settings).start();
    return {
      url: await auth.refusal(googleAuthorizationUrl, {}),
      callback: await auth.refusal(googleCallback, { code: randomUUID() }),
    };
  };

  test('never answers ends in a time-out', async () => {
    await using silent = await GoogleServer.start();
    silent.isSilent = true;
    const outcome = await outcomeWith(silent.settings);
    expect(outcome).toEqual({ url: 'none', callback: 'GOOGLE_UNREACHABLE' });
  });

  test('cannot be reached is distinguished from a bad code', async () => {
    const gone = await GoogleServer.start();
    const { settings } = gone;
    await gone[Symbol.asyncDispose]();
    expect(await outcomeWith(settings)).toEqual({ url: 'none', callback: 'GOOGLE_UNREACHABLE' });
  });

  test('is not configured is refused', async () => {
    expect(await outcomeWith({})).toEqual({
      url: 'GOOGLE_NOT_CONFIGURED',
      callback: 'GOOGLE_NOT_CONFIGURED',
    });
  });
});
