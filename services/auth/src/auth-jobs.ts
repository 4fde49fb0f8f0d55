import { Injectable } from '@nestjs/common';
import { authMessages, emailSchema, idSchema, type RequestOf } from '@studiolo/contracts';
import { enqueue, isFirstRun, type JobPublisher } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { Accounts, lockAddress } from './accounts/accounts.js';
import { Attempts, type Recipient } from './attempts/attempts.js';
import { Attempt } from './entities/attempt.entity.js';
import { LinkMails } from './mail/link-mails.js';
import { MailLimits } from './mail/mail-limits.js';
import { MailQueue } from './mail/mail-queue.js';
import { MAILS } from './mail/mails.js';

/** A job that finds out which mail may be sent, if any. It needs no queue: the outbox runs it. */
const lookUpSchema = z.discriminatedUnion('name', [
  z.object({ name: z.literal('reset-link'), data: authMessages.forgotPassword.request }),
  z.object({
    name: z.literal('resend-verification'),
    data: authMessages.resendVerification.request,
  }),
  z.object({
    name: z.literal('mail-google-link'),
    data: z.object({
      googleId: z.string(),
      email: emailSchema,
      network: z.string().optional(),
    }),
  }),
  z.object({
    name: z.literal('mail-new-email'),
    data: z.object({ attemptId: idSchema, email: emailSchema }),
  }),
]);
type LookUp = z.output<typeof lookUpSchema>;

/**
 * Delay of a look-up, in milliseconds: by then the answer has been sent, so its time cannot reveal whether an address has
 * an account.
 */
const LOOK_UP_DELAY_MS = 500;

/** Looks up which mail may be sent, after the answer to the request. */
export async function decideMailLater(transaction: EntityManager, job: LookUp): Promise<void> {
  await enqueue(transaction, { ...job, id: uuidv7(), delayMs: LOOK_UP_DELAY_MS });
}

/** Adds mails from the outbox to their queue, and looks up which mail a request causes. */
@Injectable()
export class AuthJobs implements JobPublisher {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: MailQueue,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly mails: LinkMails,
    private readonly limits: MailLimits,
  ) {}

  async publish({ id, name, data }: { id: string; name: string; data: unknown }): Promise<void> {
    if (Object.hasOwn(MAILS, name)) return this.queue.add(name, id);
    const job = lookUpSchema.parse({ name, data });
    await this.dataSource.transaction(async (transaction) => {
      if (!(await isFirstRun(transaction, id))) return;
      if (job.name === 'reset-link') await this.mailResetLink(transaction, job.data);
      else if (job.name === 'mail-google-link') await this.mailGoogleLink(transaction, job.data);
      else if (job.name === 'mail-new-email') await this.mailNewEmail(transaction, job.data);
      else await this.resendVerification(transaction, job.data);
    });
  }

  /**
   * Mails a reset link if an account that is not Google's has the address and no limit is reached. An address that an
   * account had until lately gets the link that undoes the change again, for as long as the first one lasts. One that
   * waits for verification gets a link that opens its newest sign-up without the forgotten password.
   */
  private async mailResetLink(
    transaction: EntityManager,
    { email, network }: RequestOf<typeof authMessages.forgotPassword>,
  ): Promise<void> {
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { email });
    if (account?.passwordHash === null && account.googleId !== null) return;
    const undo = account ? null : await this.mails.findUndo(transaction, email);
    const [signUp] = account || undo ? [] : await this.attempts.findSignUps(transaction, email);
    if (!account && !undo && !signUp) return;
    if (await this.limits.takeForAddress(transaction, { email, network })) return;
    if (account) await this.mails.sendPasswordLink(transaction, account);
    else if (undo) await this.mails.sendUndoAgain(transaction, undo);
    else if (signUp) await this.attempts.mail(transaction, signUp, 'open-forgotten-sign-up');
  }

  /**
   * Mails a verification link again if there is something to verify and no limit is reached: that of the named sign-up,
   * even if it has expired, or that of the newest.
   */
  private async resendVerification(
    transaction: EntityManager,
    { email, attempt: id, network }: RequestOf<typeof authMessages.resendVerification>,
  ): Promise<void> {
    await lockAddress(transaction, email);
    const attempt =
      id === undefined
        ? await this.findNewestSignUp(transaction, email)
        : await this.attempts.findSignUp(transaction, email, id);
    if (attempt) await this.attempts.mailWithinLimits(transaction, attempt, network);
    else await this.mailVerified(transaction, { email, network });
  }

  /** Tells somebody who asks for another link that the address is verified, if no limit is reached. */
  private async mailVerified(
    transaction: EntityManager,
    to: { email: string; network?: string | undefined },
  ): Promise<void> {
    const { email } = to;
    const account = await this.accounts.lock(transaction, { email });
    if (!account?.emailVerified || (await this.limits.takeForAddress(transaction, to))) return;
    await this.mails.send(transaction, { userId: account.id, purpose: 'email-verified', email });
  }

  /** Mails a link that joins a Google account to the account with its address, if no limit is reached. */
  private async mailGoogleLink(
    transaction: EntityManager,
    { googleId, ...to }: { googleId: string; email: string; network?: string | undefined },
  ): Promise<void> {
    const { email } = to;
    await lockAddress(transaction, email);
    const account = await this.accounts.lock(transaction, { email });
    if (account?.googleId !== null) return;
    if (await this.limits.takeForAddress(transaction, to)) return;
    const mail = { userId: account.id, purpose: 'link-google', email, googleId } as const;
    await this.mails.send(transaction, mail);
  }

  private async findNewestSignUp(
    transaction: EntityManager,
    email: string,
  ): Promise<Recipient | null> {
    const [newest] = await this.attempts.findSignUps(transaction, email);
    return newest ?? this.openForUnverified(transaction, email);
  }

  /** With `EMAIL_VERIFICATION=off`, an account can have an unverified address. */
  private async openForUnverified(
    transaction: EntityManager,
    email: string,
  ): Promise<Recipient | null> {
    const account = await this.accounts.lock(transaction, { email });
    if (!account || account.emailVerified) return null;
    const { name, passwordHash } = account;
    return this.attempts.begin(transaction, { email, name, passwordHash });
  }

  /** Mails the new address of an account: a link, or a notice that the address has an account already. */
  private async mailNewEmail(
    transaction: EntityManager,
    { attemptId, email }: { attemptId: string; email: string },
  ): Promise<void> {
    await lockAddress(transaction, email);
    const attempt = await this.attempts.findChange(transaction, { id: attemptId });
    if (!attempt) return;
    const holder = await this.accounts.lock(transaction, { email });
    if (!holder) return this.attempts.mail(transaction, attempt);
    await this.mails.send(transaction, { userId: holder.id, purpose: 'email-taken', email });
    await transaction.delete(Attempt, attemptId);
  }
}
