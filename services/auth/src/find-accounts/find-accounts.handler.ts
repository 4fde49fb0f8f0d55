import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { toUser } from '../accounts/accounts.js';
import { Account } from '../entities/account.entity.js';

type Message = typeof authMessages.findAccounts;

/** Lists accounts by id, which is the order in which they were opened. */
@Controller()
export class FindAccountsHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(authMessages.findAccounts)
  async execute({ text, limit, after }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const accounts = this.dataSource.manager
      .createQueryBuilder(Account, 'account')
      .where(
        `(CAST(account.id AS text) = :text OR position(lower(:text) IN lower(account.email || ' ' || account.name)) > 0)`,
        { text },
      );
    if (after !== undefined) accounts.andWhere('account.id > :after', { after });
    const found = await accounts.orderBy('account.id').limit(limit).getMany();
    return { users: found.map(toUser) };
  }
}
