import { Injectable } from '@nestjs/common';
import type { authMessages, RequestOf, User } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { recordChange } from '@studiolo/service-kit/database';
import { DataSource, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { Account } from '../entities/account.entity.js';

export type NewAccount = Pick<Account, 'name' | 'email' | 'emailVerified'> &
  Partial<Pick<Account, 'passwordHash' | 'googleId'>>;

/** Finds and opens accounts. A locked row stays locked until the transaction ends. */
@Injectable()
export class Accounts {
  constructor(private readonly dataSource: DataSource) {}

  findByEmail(email: string): Promise<Account | null> {
    return this.dataSource.manager.findOneBy(Account, { email });
  }

  /**
   * Finds the account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async get(id: string): Promise<Account> {
    return required(await this.dataSource.manager.findOneBy(Account, { id }));
  }

  /** The account with the id `text`, and those whose address or name contains it, oldest first. */
  search({ text, limit, after }: RequestOf<typeof authMessages.findAccounts>): Promise<Account[]> {
    const accounts = this.dataSource.manager
      .createQueryBuilder(Account, 'account')
      .where(
        `(CAST(account.id AS text) = :text OR position(lower(:text) IN lower(account.email || ' ' || account.name)) > 0)`,
        { text },
      );
    if (after !== undefined) accounts.andWhere('account.id > :after', { after });
    return accounts.orderBy('account.id').limit(limit).getMany();
  }

  lock(transaction: EntityManager, where: FindOptionsWhere<Account>): Promise<Account | null> {
    return transaction.findOne(Account, { where, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Locks the account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async lockOwn(transaction: EntityManager, id: string): Promise<Account> {
    return required(await this.lock(transaction, { id }));
  }

  /**
   * Opens an account and returns its id. Callers hold the lock of the address.
   * @throws AppError EMAIL_TAKEN
   */
  async open(transaction: EntityManager, account: NewAccount): Promise<string> {
    await refuseTaken(transaction, account.email);
    const id = uuidv7();
    await transaction.insert(Account, { id, ...account });
    return id;
  }
}

/**
 * Serialises transactions about one email address, whether or not it has an account. Callers take this lock before any
 * account's lock, which rules out a deadlock.
 */
export async function lockAddress(transaction: EntityManager, email: string): Promise<void> {
  await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))", [
    email,
  ]);
}

/** @throws AppError EMAIL_TAKEN when an account has the address, whose lock the caller holds */
export async function refuseTaken(transaction: EntityManager, email: string): Promise<void> {
  if (await transaction.existsBy(Account, { email })) throw new AppError('EMAIL_TAKEN');
}

function required(account: Account | null): Account {
  if (!account) throw new AppError('UNAUTHENTICATED');
  return account;
}

/** Tells the pages of a user to read the profile again, which also lists the sessions and shows the last login. */
export async function recordProfileChange(
  transaction: EntityManager,
  userId: string,
): Promise<void> {
  const change = { kind: 'profile', action: 'updated' } as const;
  await recordChange(transaction, { ...change, userId, projectId: null });
}

/** The fields of an account that its owner may see. */
export function toUser(account: Account): User {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    email_verified: account.emailVerified,
    oauth_provider: account.googleId === null ? null : 'google',
    google_id: account.googleId,
    created_at: account.createdAt.toISOString(),
    last_login: account.lastLogin?.toISOString() ?? null,
  };
}
