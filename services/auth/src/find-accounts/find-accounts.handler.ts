import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { Accounts } from '../accounts/accounts.js';
import { toUser } from '../accounts/to-user.js';

type Message = typeof authMessages.findAccounts;

@Controller()
export class FindAccountsHandler {
  constructor(private readonly accounts: Accounts) {}

  @HandleMessage(authMessages.findAccounts)
  async execute({ text, limit, after }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return { users: (await this.accounts.search(text, limit, after)).map(toUser) };
  }
}
