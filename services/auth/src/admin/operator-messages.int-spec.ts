import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import { authMessages, ENDING_SESSION } from '@studiolo/contracts';

import { AuthService, newEmail, PASSWORD } from '../../test/auth-service.js';
import { mailTo, tokenIn, tokenMailedTo } from '../../test/mailbox.js';
import { parseCommand } from './commands.js';

const { confirmSignUp, createAccount, endSessions, findAccounts, resetPassword, setEmail } =
  authMessages;

const auth = AuthService.duringTests();

describe('an account that an operator creates', () => {
  test('is verified, and its owner sets the first password by the mailed link', async () => {
    const email = newEmail();
    const { user } = await auth.call(createAccount, { email, name: 'Berta' });
    expect(user).toMatchObject({ email, name: 'Berta', email_verified: true });
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    const mail = await mailTo(email);
    expect(mail.text).not.toContain('stays as it is');
    await auth.call(resetPassword, { token: tokenIn(mail), password: PASSWORD });
    expect((await auth.logIn(email)).user.id).toBe(user.id);
  });

  test('ends the sign-ups that wait for its address', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.call(createAccount, { email, name: 'Berta' });
    expect(await auth.verifyRefusal(token)).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('is refused for an address that has one', async () => {
    const { email } = await auth.join();
    expect(await auth.refusal(createAccount, { email, name: 'Eve' })).toBe('EMAIL_TAKEN');
  });
});

describe('an address that an operator sets', () => {
  const commandFor = (words: string[]) => parseCommand(['set-email', ...words, '--json']);

  test('gives the account back to its owner: whoever used it is signed out and told, and the owner chooses a password', async () => {
    using log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const thief = await auth.joinWithGoogle();
    const email = newEmail();
    await commandFor([thief.email, email])?.(auth.bus);
    expect(log.mock.calls[0]?.[0]).toContain(`"email":"${email}"`);
    expect(await auth.isActive(thief)).toBe(false);
    expect((await mailTo(thief.email)).subject).toBe('Your Studiolo account has another email');
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Choose your Studiolo password');
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    await auth.call(resetPassword, { token: tokenIn(mail), password: PASSWORD });
    expect((await auth.logIn(email)).user).toMatchObject({ id: thief.user.id, google_id: null });
  });

  test('is taken back by no link that was mailed before', async () => {
    const member = await auth.join();
    const { user, sessionId } = member;
    await auth.call(authMessages.updateProfile, { userId: user.id, sessionId, email: newEmail() });
    const token = await tokenMailedTo(member.email);
    await auth.call(setEmail, { userId: user.id, email: newEmail() });
    const undo = { token, password: PASSWORD };
    expect(await auth.refusal(authMessages.undoEmailChange, undo)).toBe('INVALID_UNDO_TOKEN');
  });

  test('is refused when another account has it, and for no account', async () => {
    const [member, other] = [await auth.join(), await auth.join()];
    const request = { userId: member.user.id, email: other.email };
    expect(await auth.refusal(setEmail, request)).toBe('EMAIL_TAKEN');
    await expect(commandFor([newEmail(), newEmail()])?.(auth.bus)).rejects.toThrow(/No account/);
  });
});

describe('a sign-up that an operator confirms', () => {
  test('opens one account, signs nobody in and ends the mailed link', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    const messageId = randomUUID();
    const { user } = await auth.call(confirmSignUp, { email }, { messageId });
    expect(user).toMatchObject({ email, email_verified: true });
    expect(await auth.sql('SELECT 1 FROM sessions WHERE user_id = $1', [user?.id])).toEqual([]);
    expect(await auth.call(confirmSignUp, { email }, { messageId })).toEqual({ user });
    expect(await auth.verifyRefusal(token)).toBe('EMAIL_ALREADY_VERIFIED');
    expect((await auth.logIn(email)).user.id).toBe(user?.id);
  });

  test('gets no password while another one waits for its address, but a mail to choose one', async () => {
    const email = await auth.signUp(newEmail(), 'the owner’s');
    await auth.signUp(email, 'the stranger’s');
    await mailTo(email, 2);
    await auth.call(confirmSignUp, { email });
    for (const password of ['the owner’s', 'the stranger’s']) {
      expect(await auth.loginRefusal(email, password)).toBe('INVALID_CREDENTIALS');
    }
    expect((await mailTo(email, 3)).subject).toBe('Choose your Studiolo password');
  });

  test('is nobody for an address that none waits for', async () => {
    for (const email of [(await auth.join()).email, newEmail()]) {
      expect(await auth.call(confirmSignUp, { email })).toEqual({ user: null });
    }
  });
});

test('accounts are found by any part of their address or name, page after page', async () => {
  const created = [];
  for (const name of ['Iris Berg', 'Iris Bergström', 'Iris Nyberg']) {
    created.push((await auth.call(createAccount, { email: newEmail(), name })).user);
  }
  const [first, second, third] = created;
  const find = async (text: string, limit: number, after?: string) =>
    (await auth.call(findAccounts, { text, limit, after })).users;
  expect(await find('BERG', 2)).toEqual([first, second]);
  expect(await find('BERG', 2, second?.id)).toEqual([third]);
  expect(await find(second?.email.slice(4, 30).toUpperCase() ?? '', 2)).toEqual([second]);
  expect(await find('%', 2)).toEqual([]);
});

describe('an operator reaches an account by its address', () => {
  const signOut = async (email: string) => {
    using log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await parseCommand(['end-sessions', email, '--json'])?.(auth.bus);
    return log.mock.calls;
  };

  test('of 254 characters', async () => {
    const label = 'd'.repeat(58);
    const { email } = await auth.join(`${'a'.repeat(14)}@${`${label}.`.repeat(4)}com`);
    expect(email).toHaveLength(254);
    expect(await signOut(email)).toEqual([[JSON.stringify({ email, ended: 1 })]]);
  });

  test('that is a part of 500 older ones', async () => {
    await auth.sql(
      `INSERT INTO accounts (id, name, email)
       SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Anna', 'p' || n || 'a@club.example'
         FROM generate_series(1, 500) AS n`,
    );
    const { email } = await auth.join('a@club.example');
    expect(await signOut(email)).toEqual([[JSON.stringify({ email, ended: 1 })]]);
  });
});

test('all sessions of an account are ended, and those of others are not', async () => {
  const [member, other] = [await auth.join(), await auth.join()];
  const again = await auth.logIn(member.email);
  const request = { userId: member.user.id };
  expect(await auth.call(endSessions, request)).toEqual({ ended: 2 });
  for (const one of [member, again]) {
    expect(await auth.cached(one)).toBe(ENDING_SESSION);
    expect(await auth.isActive(one)).toBe(false);
  }
  expect(await auth.isActive(other)).toBe(true);
  expect(await auth.call(endSessions, request)).toEqual({ ended: 0 });
});
