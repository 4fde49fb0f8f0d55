import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { lockAddress } from '../accounts/lock-address.js';
import { Attempts, type Claim } from '../attempts/attempts.js';
import { ChangeEmail } from '../ownership/change-email.js';
import { OpenAccount } from '../ownership/open-account.js';
import { type Admission, SignIn } from '../sessions/sign-in.js';

type Message = typeof authMessages.verifyEmail;

/** Turns a sign-up into an account, or gives an account its next address, and signs its owner in. */
@Controller()
export class VerifyEmailHandler {
  constructor(
    private readonly signIn: SignIn,
    private readonly accounts: Accounts,
    private readonly attempts: Attempts,
    private readonly changeEmail: ChangeEmail,
    private readonly openAccount: OpenAccount,
  ) {}

  @HandleMessage(authMessages.verifyEmail)
  execute(
    { token, device }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    return this.signIn.once(context, device, async (transaction) => {
      const claim = await this.lock(transaction, token);
      const admission = await this.fulfil(transaction, claim);
      await this.attempts.endForAddress(transaction, claim.email);
      return admission;
    });
  }

  /** Finds the link's claim and locks it, so that no other transaction can end it. */
  private async lock(transaction: EntityManager, token: string): Promise<Claim> {
    const found = await this.attempts.findByToken(transaction, token);
    if (!found) throw new AppError('INVALID_VERIFICATION_TOKEN');
    await lockAddress(transaction, found.email);
    if (found.accountId !== null) await this.accounts.lock(transaction, found.accountId);
    const claim = await this.attempts.findByToken(transaction, token);
    if (!claim) throw new AppError('INVALID_VERIFICATION_TOKEN');
    return claim;
  }

  private async fulfil(transaction: EntityManager, claim: Claim): Promise<Admission> {
    if (claim.accountId === null) return this.openAccount.apply(transaction, claim);
    const { accountId, email } = claim;
    const change = { email, isVerified: true };
    await this.changeEmail.apply(transaction, accountId, change);
    return { accountId };
  }
}
