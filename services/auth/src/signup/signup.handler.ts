import { Inject, Injectable } from '@nestjs/common';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { authMessages } from '@studiolo/contracts';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { LinkMails } from '../links/link-mails.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SignIn } from '../sessions/sign-in.js';

type Request = z.output<typeof authMessages.signup.request>;
type Reply = z.input<typeof authMessages.signup.reply>;

@Injectable()
export class SignupHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly signIn: SignIn,
    private readonly hasher: PasswordHasher,
    private readonly mails: LinkMails,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'EMAIL_VERIFICATION'>,
  ) {}

  async handle(request: Request, context: RedisStreamsContext): Promise<Reply> {
    const passwordHash = await this.hasher.hash(request.password);
    if (this.settings.EMAIL_VERIFICATION === 'off') {
      const signedIn = await this.signIn.once(context, async (transaction) => ({
        accountId: await this.create(transaction, request, passwordHash),
      }));
      return { outcome: 'signed_in', ...signedIn };
    }
    await this.inbox.once(context, async (transaction) => {
      const accountId = await this.create(transaction, request, passwordHash);
      await this.mails.send(transaction, {
        accountId,
        purpose: 'verify-email',
        email: request.email,
      });
    });
    return { outcome: 'verification_required', email: request.email };
  }

  /**
   * An address that is taken stays with its account even while nobody has proved it: whoever owns the
   * mailbox gets in by a new verification or reset link, and nobody else can change the password.
   */
  private async create(
    transaction: EntityManager,
    { email, name }: Request,
    passwordHash: string,
  ): Promise<string> {
    const id = uuidv7();
    const created: unknown[] = await transaction.query(
      `INSERT INTO accounts (id, name, email, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [id, name, email, passwordHash],
    );
    if (created.length === 0) throw new AppError('EMAIL_TAKEN');
    return id;
  }
}
