import { Injectable } from '@nestjs/common';
import type { authMessages } from '@studiolo/contracts';
import type { z } from 'zod';

import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';

type Request = z.output<typeof authMessages.getProfile.request>;
type Reply = z.input<typeof authMessages.getProfile.reply>;

@Injectable()
export class GetProfileHandler {
  constructor(private readonly accounts: Accounts) {}

  async handle({ userId }: Request): Promise<Reply> {
    return { user: toUser(await this.accounts.get(userId)) };
  }
}
