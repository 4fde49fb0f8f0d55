import { Injectable } from '@nestjs/common';
import { AppError, readRows, runStatement, type Statement } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import type { Account } from './account.entity.js';

/** An account's columns, named as in its entity. */
export const ACCOUNT_COLUMNS = `
  accounts.id, accounts.name, accounts.email, accounts.email_verified AS "emailVerified",
  accounts.password_hash AS "passwordHash", accounts.google_id AS "googleId",
  accounts.created_at AS "createdAt", accounts.last_login AS "lastLogin"`;

const select = (name: string, condition: string): Statement => ({
  name,
  text: `SELECT ${ACCOUNT_COLUMNS} FROM accounts WHERE ${condition}`,
});

const FIND = select('find-account', 'id = $1');
const FIND_BY_EMAIL = select('find-account-by-email', 'lower(email) = lower($1)');
const LOCK = select('lock-account', 'id = $1 FOR UPDATE');
const LOCK_BY_EMAIL = select('lock-account-by-email', 'lower(email) = lower($1) FOR UPDATE');
const LOCK_BY_GOOGLE_ID = select('lock-account-by-google-id', 'google_id = $1 FOR UPDATE');
const FIND_OTHER_WITH_EMAIL = {
  name: 'find-other-account-with-email',
  text: 'SELECT id FROM accounts WHERE lower(email) = lower($1) AND id <> $2',
};

const SEARCH = {
  name: 'search-accounts',
  text: `SELECT ${ACCOUNT_COLUMNS} FROM accounts
          WHERE position(lower($1) IN lower(email || ' ' || name)) > 0 AND ($2::uuid IS NULL OR id > $2)
          ORDER BY id LIMIT $3`,
};

const OPEN = {
  name: 'open-account',
  text: `INSERT INTO accounts (id, name, email, email_verified, password_hash)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id`,
};

type NewAccount = Pick<Account, 'name' | 'email' | 'emailVerified' | 'passwordHash'>;

/** Finds and opens accounts. A locked row stays locked until the transaction ends. */
@Injectable()
export class Accounts {
  constructor(private readonly dataSource: DataSource) {}

  async findByEmail(email: string): Promise<Account | null> {
    const [account] = await readRows<Account>(this.dataSource, FIND_BY_EMAIL, [email]);
    return account ?? null;
  }

  /**
   * Finds the account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async get(id: string): Promise<Account> {
    const [account] = await readRows<Account>(this.dataSource, FIND, [id]);
    return required(account ?? null);
  }

  /** Accounts whose address or name contains the text, by id, which is the order in which they were opened. */
  search(text: string, limit: number, after?: string): Promise<Account[]> {
    return readRows<Account>(this.dataSource, SEARCH, [text, after ?? null, limit]);
  }

  lock(transaction: EntityManager, id: string): Promise<Account | null> {
    return findLocked(transaction, LOCK, id);
  }

  /**
   * Locks the account of a signed-in user.
   * @throws AppError UNAUTHENTICATED when it has been deleted meanwhile
   */
  async lockOwn(transaction: EntityManager, id: string): Promise<Account> {
    return required(await this.lock(transaction, id));
  }

  lockByEmail(transaction: EntityManager, email: string): Promise<Account | null> {
    return findLocked(transaction, LOCK_BY_EMAIL, email);
  }

  lockByGoogleId(transaction: EntityManager, googleId: string): Promise<Account | null> {
    return findLocked(transaction, LOCK_BY_GOOGLE_ID, googleId);
  }

  /**
   * Opens an account with a password and returns its id.
   * @throws AppError EMAIL_TAKEN
   */
  async open(transaction: EntityManager, account: NewAccount): Promise<string> {
    const { name, email, emailVerified, passwordHash } = account;
    const values = [uuidv7(), name, email, emailVerified, passwordHash];
    const [opened] = await runStatement<{ id: string }>(transaction, OPEN, values);
    if (!opened) throw new AppError('EMAIL_TAKEN');
    return opened.id;
  }

  /** Whether an account other than `ownId` has the address. */
  async isTaken(transaction: EntityManager, email: string, ownId: string): Promise<boolean> {
    const rows = await runStatement(transaction, FIND_OTHER_WITH_EMAIL, [email, ownId]);
    return rows.length > 0;
  }
}

async function findLocked(
  transaction: EntityManager,
  statement: Statement,
  value: string,
): Promise<Account | null> {
  const [account] = await runStatement<Account>(transaction, statement, [value]);
  return account ?? null;
}

function required(account: Account | null): Account {
  if (!account) throw new AppError('UNAUTHENTICATED');
  return account;
}
