import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Accounts, toUser } from '../accounts/accounts.js';

type Message = typeof authMessages.getProfile;

@Controller()
export class GetProfileHandler {
  constructor(private readonly accounts: Accounts) {}

  @HandleMessage(authMessages.getProfile)
  async execute({ userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return { user: toUser(await this.accounts.get(userId)) };
  }
}
