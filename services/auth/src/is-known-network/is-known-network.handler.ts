import { Controller } from '@nestjs/common';
import { authMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { Accounts } from '../accounts/accounts.js';
import { KnownNetworks } from '../sessions/known-networks.js';

type Message = typeof authMessages.isKnownNetwork;

@Controller()
export class IsKnownNetworkHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly networks: KnownNetworks,
  ) {}

  @HandleMessage(authMessages.isKnownNetwork)
  async execute({ email, network }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const account = await this.accounts.findByEmail(email);
    if (!account) return { known: false };
    return { known: await this.networks.has(this.dataSource.manager, account.id, network) };
  }
}
