import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';
import fc from 'fast-check';

import { AuthService, newEmail } from '../../test/auth-service.js';
import { tokenIn } from '../../test/mailbox.js';

const { signup, login, verifyEmail } = authMessages;

const PASSWORDS = { owner: 'typed by the owner', stranger: 'typed by a stranger' };
type Party = keyof typeof PASSWORDS;

const party = fc.constantFrom<Party[]>('owner', 'stranger');
const action = fc.oneof(
  fc.record({ does: fc.constant('signs up' as const), who: party }),
  fc.record({ does: fc.constant('asks again' as const), who: party }),
  fc.record({ does: fc.constant('logs in' as const), who: party }),
  fc.record({
    does: fc.constant('opens a link' as const),
    which: fc.nat(),
    onOwnPage: fc.boolean(),
  }),
);

const auth = AuthService.duringTests();

/** The tokens in the mailbox, once nothing waits to be sent. */
async function linksTo(email: string): Promise<string[]> {
  await eventually(async () => {
    const unsent = 'SELECT 1 FROM link_mails WHERE email = $1 AND sent_at IS NULL';
    expect(await auth.sql(unsent, [email])).toEqual([]);
  });
  return (await mailsTo(email)).filter((mail) => mail.text.includes('/verify-email')).map(tokenIn);
}

/** An address, the mails to which only its owner can open, and what both parties know. */
class Mailbox {
  readonly email = newEmail();
  private readonly attempts: Partial<Record<Party, string | undefined>> = {};

  async signUp(who: Party): Promise<void> {
    const request = { email: this.email, password: PASSWORDS[who], name: who, network: who };
    await auth.call(signup, request).then(
      (reply) => (this.attempts[who] = (reply as { attempt: string }).attempt),
      ({ details }: { details: { attempt?: string } }) => (this.attempts[who] ??= details.attempt),
    );
  }

  async askAgain(who: Party): Promise<void> {
    const attempt = this.attempts[who];
    await auth.lookUp('resend-verification', { email: this.email, attempt, network: who });
  }

  /** The owner opens links only after a sign-up of her own: before, the mail tells her to leave it alone. */
  async openLink(which: number, onOwnPage: boolean): Promise<void> {
    const { owner } = this.attempts;
    if (!owner) return;
    const tokens = await linksTo(this.email);
    const token = tokens[which % Math.max(1, tokens.length)];
    if (token === undefined) return;
    await auth.refusal(verifyEmail, { token, ...(onOwnPage && { attempt: owner }) });
  }

  logIn(who: Party): Promise<string> {
    return auth.refusal(login, { email: this.email, password: PASSWORDS[who] });
  }
}

test('a password works only if somebody who has the mailbox typed it, in whatever order things happen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 10 }), async (actions) => {
      const mailbox = new Mailbox();
      for (const each of actions) {
        if (each.does === 'signs up') await mailbox.signUp(each.who);
        else if (each.does === 'asks again') await mailbox.askAgain(each.who);
        else if (each.does === 'opens a link') await mailbox.openLink(each.which, each.onOwnPage);
        else await mailbox.logIn(each.who);
        expect(await mailbox.logIn('stranger')).not.toBe('none');
      }
    }),
    { numRuns: 10, examples: [[fiveMailsOfAStranger()]] },
  );
}, 240_000);

/** Once, five sign-ups of a stranger used up the mails of the hour, and the owner's own sign-up was dropped. */
function fiveMailsOfAStranger() {
  const signUps = Array.from({ length: 5 }, () => ({
    does: 'signs up' as const,
    who: 'stranger' as const,
  }));
  const opens = { does: 'opens a link' as const, which: 0, onOwnPage: false };
  return [...signUps, { does: 'signs up' as const, who: 'owner' as const }, opens];
}
