import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import { DataSource, type EntityManager, Raw } from 'typeorm';

import { Account } from './account.entity.js';

const sameEmail = (email: string) => Raw((column) => `lower(${column}) = lower(:email)`, { email });

/** Finds accounts. A row that is locked stays so until the transaction ends. */
@Injectable()
export class Accounts {
  constructor(private readonly dataSource: DataSource) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.dataSource.manager.findOneBy(Account, { email: sameEmail(email) });
  }

  /**
   * The account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async get(id: string): Promise<Account> {
    return required(await this.dataSource.manager.findOneBy(Account, { id }));
  }

  lock(transaction: EntityManager, id: string): Promise<Account | null> {
    return transaction.findOne(Account, { where: { id }, lock: FOR_UPDATE });
  }

  /**
   * Locks the account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async lockOwn(transaction: EntityManager, id: string): Promise<Account> {
    return required(await this.lock(transaction, id));
  }

  lockByEmail(transaction: EntityManager, email: string): Promise<Account | null> {
    return transaction.findOne(Account, { where: { email: sameEmail(email) }, lock: FOR_UPDATE });
  }

  lockByGoogleId(transaction: EntityManager, googleId: string): Promise<Account | null> {
    return transaction.findOne(Account, { where: { googleId }, lock: FOR_UPDATE });
  }

  /** Whether an account other than `ownId` has the address. */
  isTaken(transaction: EntityManager, email: string, ownId: string): Promise<boolean> {
    return transaction
      .createQueryBuilder(Account, 'account')
      .where('lower(account.email) = lower(:email) AND account.id <> :ownId', { email, ownId })
      .getExists();
  }
}

const FOR_UPDATE = { mode: 'pessimistic_write' } as const;

function required(account: Account | null): Account {
  if (!account) throw new AppError('UNAUTHENTICATED');
  return account;
}
