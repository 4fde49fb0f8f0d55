import { authMessages, ENDING_SESSION } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';

import {
  AuthService,
  type Member,
  NEW_PASSWORD,
  newEmail,
  PASSWORD,
  tenTimes,
} from '../../test/auth-service.js';
import { linkIn, mailTo, tokenIn, tokenMailedTo } from '../../test/mailbox.js';

const { undoEmailChange, updateProfile, verifyEmail, forgotPassword, resetPassword } = authMessages;
const THIEFS = 'typed by a thief';

/** Somebody who has stolen the session of a member. */
class Thief {
  constructor(
    private readonly auth: AuthService,
    private readonly member: Member,
  ) {}

  askFor(email: string) {
    const { user, sessionId } = this.member;
    return this.auth.call(updateProfile, { userId: user.id, sessionId, email });
  }

  /** Moves the account to a mailbox of the thief. */
  async moveTo(email = newEmail()): Promise<string> {
    await this.askFor(email);
    const session = { userId: this.member.user.id, sessionId: this.member.sessionId };
    await this.auth.call(verifyEmail, { token: await tokenMailedTo(email), session });
    return email;
  }
}

/** The token in the newest mail to an address with a link that undoes a change, of so many. */
async function undoTokenTo(email: string, count: number): Promise<string> {
  return eventually(async () => {
    const mails = await mailsTo(email);
    const links = mails.filter(({ text }) => text.includes('/undo-email-change'));
    expect(links).toHaveLength(count);
    return tokenIn(links.at(-1)!);
  });
}

async function emailOf(auth: AuthService, { user }: Member) {
  return (await auth.call(authMessages.getProfile, { userId: user.id })).user.email;
}

describe('a change of address', () => {
  const auth = AuthService.duringTests();
  const undo = (token: string) => auth.call(undoEmailChange, { token, password: NEW_PASSWORD });
  const undoRefusal = (token: string) =>
    auth.refusal(undoEmailChange, { token, password: NEW_PASSWORD });

  const someoneIsRobbed = async () => {
    const member = await auth.join();
    const thief = new Thief(auth, member);
    const email = await thief.moveTo();
    return { member, thief, email };
  };

  test('is told to the old address when it is asked for and when it is confirmed, each time with a link that undoes it', async () => {
    const { member } = await someoneIsRobbed();
    await mailTo(member.email, 2);
    const mails = await mailsTo(member.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A new email for your Studiolo account',
      'The email of your Studiolo account has changed',
    ]);
    for (const mail of mails) {
      expect(linkIn(mail).pathname).toBe('/undo-email-change');
      expect(mail.text).toContain('72 hours');
      expect(mail.text).not.toMatch(/reset your password/i);
    }
  });

  test.each([
    ['asked for', 0],
    ['confirmed', 1],
  ])(
    'is undone by the link that was mailed when it was %s: address, password and sessions',
    async (_, index) => {
      const { member, email } = await someoneIsRobbed();
      await mailTo(member.email, 2);
      const token = tokenIn((await mailsTo(member.email))[index]!);
      expect(await undo(token)).toEqual({ userId: member.user.id });
      expect(await auth.cached(member)).toBe(ENDING_SESSION);
      expect(await auth.isActive(member)).toBe(false);
      const owner = await auth.logIn(member.email, NEW_PASSWORD);
      expect(owner.user).toMatchObject({ id: member.user.id, email: member.email });
      expect(await auth.loginRefusal(member.email, PASSWORD)).toBe('INVALID_CREDENTIALS');
      expect(await auth.loginRefusal(email, NEW_PASSWORD)).toBe('INVALID_CREDENTIALS');
    },
  );

  test('that waits is stopped by its link', async () => {
    const member = await auth.join();
    const email = newEmail();
    await new Thief(auth, member).askFor(email);
    const token = await tokenMailedTo(email);
    await undo(await undoTokenTo(member.email, 1));
    const { user, sessionId } = await auth.logIn(member.email, NEW_PASSWORD);
    const session = { userId: user.id, sessionId };
    expect(await auth.refusal(verifyEmail, { token, session })).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('is told to the address that loses the account when it is undone, without a link back', async () => {
    const { member, email } = await someoneIsRobbed();
    await undo(await undoTokenTo(member.email, 2));
    const notice = await mailTo(email, 2);
    expect(notice.subject).toBe('Your Studiolo account has another email');
    expect(notice.text).not.toContain('token');
  });

  test.each([
    ['71 hours 59 minutes', 'none'],
    ['72 hours', 'INVALID_UNDO_TOKEN'],
  ])('is undone %s after its mail with %s', async (age, outcome) => {
    const { member } = await someoneIsRobbed();
    const token = await undoTokenTo(member.email, 2);
    const sql = 'UPDATE link_mails SET expires_at = expires_at - $2::interval WHERE email = $1';
    await auth.sql(sql, [member.email, age]);
    expect(await undoRefusal(token)).toBe(outcome);
  });

  test('[L7] is undone once by ten uses of its link at once', async () => {
    const { member } = await someoneIsRobbed();
    const token = await undoTokenTo(member.email, 2);
    expect(await tenTimes(() => undoRefusal(token))).toEqual({ none: 1, INVALID_UNDO_TOKEN: 9 });
  });

  test('is not undone by another kind of link', async () => {
    const member = await auth.join();
    await auth.call(forgotPassword, { email: member.email });
    const token = await tokenMailedTo(member.email);
    expect(await undoRefusal(token)).toBe('INVALID_UNDO_TOKEN');
    const { member: robbed } = await someoneIsRobbed();
    const undoToken = await undoTokenTo(robbed.email, 2);
    expect(await auth.resetRefusal(undoToken)).toBe('INVALID_RESET_TOKEN');
    expect(await auth.verifyRefusal(undoToken)).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('from one address of a thief to the next is undone by the owner, and by no link of the thief after that', async () => {
    const { member, thief, email } = await someoneIsRobbed();
    const last = await thief.moveTo();
    const thiefsToken = await undoTokenTo(email, 2);
    await undo(await undoTokenTo(member.email, 2));
    expect(await emailOf(auth, member)).toBe(member.email);
    expect(await undoRefusal(thiefsToken)).toBe('INVALID_UNDO_TOKEN');
    expect(await auth.loginRefusal(last, NEW_PASSWORD)).toBe('INVALID_CREDENTIALS');
  });

  test('that a thief undoes by a link of a later one is still undone by the owner', async () => {
    const { member, thief, email } = await someoneIsRobbed();
    await thief.moveTo();
    const request = { token: await undoTokenTo(email, 2), password: THIEFS };
    await auth.call(undoEmailChange, request);
    expect(await emailOf(auth, member)).toBe(email);
    await undo(await undoTokenTo(member.email, 2));
    expect(await emailOf(auth, member)).toBe(member.email);
    expect(await auth.loginRefusal(email, THIEFS)).toBe('INVALID_CREDENTIALS');
  });

  test('is undone after the thief has set a password and linked a Google account', async () => {
    const { member, email } = await someoneIsRobbed();
    const token = await undoTokenTo(member.email, 2);
    await auth.call(forgotPassword, { email });
    await auth.call(resetPassword, { token: await tokenMailedTo(email, 2), password: THIEFS });
    await auth.sql("UPDATE accounts SET google_id = 'the thief''s' WHERE id = $1", [
      member.user.id,
    ]);
    await undo(token);
    const { user } = await auth.logIn(member.email, NEW_PASSWORD);
    expect(user).toMatchObject({ id: member.user.id, google_id: null });
  });

  test('is not undone once the account is deleted', async () => {
    const { member } = await someoneIsRobbed();
    const token = await undoTokenTo(member.email, 2);
    await auth.call(authMessages.deleteAccount, { userId: member.user.id });
    expect(await undoRefusal(token)).toBe('INVALID_UNDO_TOKEN');
  });

  test('is not undone while another account has the address, and is once that account is deleted', async () => {
    const { member } = await someoneIsRobbed();
    const token = await undoTokenTo(member.email, 2);
    const next = await auth.join(member.email);
    expect(await undoRefusal(token)).toBe('UNDO_ADDRESS_TAKEN');
    await auth.call(authMessages.deleteAccount, { userId: next.user.id });
    expect(await undoRefusal(token)).toBe('none');
  });

  test('has its link mailed again, for its own 72 hours, to an owner who asks for a reset at the old address', async () => {
    const { member } = await someoneIsRobbed();
    await undoTokenTo(member.email, 2);
    await auth.call(forgotPassword, { email: member.email });
    const token = await undoTokenTo(member.email, 3);
    const expiries = await auth.sql(
      "SELECT DISTINCT date_trunc('milliseconds', expires_at) FROM link_mails WHERE email = $1",
      [member.email],
    );
    expect(expiries).toHaveLength(2);
    expect(await undoRefusal(token)).toBe('none');
  });
});

describe('a change of address without verification', () => {
  const auth = AuthService.duringTests(() => ({ EMAIL_VERIFICATION: 'off' }));

  test('is undone by the link mailed to the old one, which nobody else can take meanwhile', async () => {
    const member = await auth.join();
    const thief = new Thief(auth, member);
    await thief.askFor(newEmail());
    const token = await undoTokenTo(member.email, 1);
    const { email } = member;
    const signUp = { email, password: THIEFS, name: 'Eve' };
    expect(await auth.refusal(authMessages.signup, signUp)).toBe('EMAIL_TAKEN');
    const accomplice = await auth.join();
    const change = { userId: accomplice.user.id, sessionId: accomplice.sessionId, email };
    expect(await auth.refusal(updateProfile, change)).toBe('EMAIL_TAKEN');
    await auth.call(undoEmailChange, { token, password: NEW_PASSWORD });
    expect((await auth.logIn(email, NEW_PASSWORD)).user.id).toBe(member.user.id);
  });

  test('can be taken back by the account itself', async () => {
    const member = await auth.join();
    const self = new Thief(auth, member);
    await self.askFor(newEmail());
    expect((await self.askFor(member.email)).user.email).toBe(member.email);
  });
});
