import { randomUUID } from 'node:crypto';

import { Controller } from '@nestjs/common';
import { authMessages, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { Inbox } from '@studiolo/service-kit/database';

import { Accounts, lockAddress, toUser } from '../accounts/accounts.js';
import { Attempts } from '../attempts/attempts.js';
import { decideMailLater } from '../auth-jobs.js';
import { MailQueue } from '../mail/mail-queue.js';
import { Mailer } from '../mail/mailer.js';

type Messages = typeof authMessages;

const TEST_MAIL =
  'Studiolo can send mail. An operator asked for this test; there is nothing to do.';

/** Answers what only `npm run admin` sends. */
@Controller()
export class OperatorHandlers {
  constructor(
    private readonly inbox: Inbox,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mailer: Mailer,
    private readonly mailQueue: MailQueue,
  ) {}

  @HandleMessage(authMessages.findAccounts)
  async findAccounts(search: RequestOf<Messages['findAccounts']>) {
    return { users: (await this.accounts.search(search)).map(toUser) };
  }

  /** Opens an account on an operator's behalf; its owner sets the first password through the mailed link. */
  @HandleMessage(authMessages.createAccount)
  async createAccount({ email, name }: RequestOf<Messages['createAccount']>) {
    const id = await this.inbox.once(async (transaction) => {
      await lockAddress(transaction, email);
      const opened = await this.attempts.openAccount(transaction, { email, name });
      await decideMailLater(transaction, { name: 'reset-link', data: { email } });
      return opened;
    });
    return { user: toUser(await this.accounts.get(id)) };
  }

  /** Confirms the address of a sign-up without its mailed link, and signs nobody in. */
  @HandleMessage(authMessages.confirmSignUp)
  async confirmSignUp({ email }: RequestOf<Messages['confirmSignUp']>) {
    const userId = await this.inbox.once(async (transaction) => {
      await lockAddress(transaction, email);
      const [signUp] = await this.attempts.findSignUps(transaction, email);
      return signUp ? (await this.attempts.confirmSignUp(transaction, signUp)).userId : null;
    });
    return { user: userId === null ? null : toUser(await this.accounts.get(userId)) };
  }

  /** Hands one mail to the mail server, past the queue, so that the operator sees the server's answer. */
  @HandleMessage(authMessages.sendTestMail)
  async sendTestMail({ email }: RequestOf<Messages['sendTestMail']>) {
    const content = {
      subject: 'A test of Studiolo’s mail',
      text: TEST_MAIL,
      html: `<p>${TEST_MAIL}</p>`,
    };
    try {
      await this.mailer.send({ id: randomUUID(), to: email, date: new Date(), ...content });
      return { refusal: null };
    } catch (error) {
      return { refusal: error instanceof Error ? error.message : String(error) };
    }
  }

  @HandleMessage(authMessages.findFailedMails)
  async findFailedMails({ retry }: RequestOf<Messages['findFailedMails']>) {
    const { queue } = this.mailQueue;
    const jobs = await queue.getFailed();
    if (retry) await queue.retryJobs();
    const mails = jobs.map(({ id = '', name, failedReason }) => {
      return { id, purpose: name, reason: failedReason };
    });
    return { mails };
  }
}
