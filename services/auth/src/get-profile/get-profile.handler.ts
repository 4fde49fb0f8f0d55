import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';

type Message = typeof authMessages.getProfile;

@Controller()
export class GetProfileHandler {
  constructor(private readonly accounts: Accounts) {}

  @HandleMessage(authMessages.getProfile)
  async execute({ userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return { user: toUser(await this.accounts.get(userId)) };
  }
}
