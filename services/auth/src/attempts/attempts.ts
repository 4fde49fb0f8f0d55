import { Injectable } from '@nestjs/common';
import { VERIFICATION_TOKEN_TTL_MS } from '@studiolo/contracts';
import { readRows, runStatement } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { LinkMails } from '../links/link-mails.js';
import { LinkTokens } from '../links/link-tokens.js';

/** A sign-up. All sign-ups with one address share a salt: see PasswordHasher.findMatch. */
export interface SignUp {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** The result of opening a link: a new account, or an account's next address. */
export type Claim =
  (SignUp & { readonly accountId: null }) | { readonly email: string; readonly accountId: string };

/** Only the person who signed up learns the `id` of their sign-up. */
export type OpenAttempt = Pick<Claim, 'email' | 'accountId'> & { readonly id: string };

type Waiting = Pick<OpenAttempt, 'id'> & Pick<SignUp, 'passwordHash'>;

const COLUMNS = 'id, email, account_id AS "accountId"';

const INSERT = {
  name: 'insert-attempt',
  text: `INSERT INTO attempts (id, email, account_id, name, password_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond')`,
};
const FIND = {
  name: 'find-attempt',
  text: `SELECT ${COLUMNS} FROM attempts WHERE id = $1 AND expires_at > now()`,
};
const FIND_NEWEST = {
  name: 'find-newest-attempt',
  text: `SELECT ${COLUMNS} FROM attempts WHERE email = $1 AND expires_at > now()
          ORDER BY account_id IS NULL DESC, created_at DESC, id DESC LIMIT 1`,
};
const FIND_NEWEST_SIGN_UP = {
  name: 'find-newest-sign-up',
  text: `SELECT email, name, password_hash AS "passwordHash" FROM attempts
          WHERE email = $1 AND account_id IS NULL AND expires_at > now()
          ORDER BY created_at DESC, id DESC LIMIT 1`,
};
const FIND_SIGN_UPS = {
  name: 'find-waiting-sign-ups',
  text: `SELECT id, password_hash AS "passwordHash" FROM attempts
          WHERE email = $1 AND account_id IS NULL AND expires_at > now()
          ORDER BY created_at DESC, id DESC`,
};
/** Mails of the previous version belong to an account and prove its first or next address. */
const FIND_BY_TOKEN = {
  name: 'find-claim-by-token',
  text: `SELECT link_mails.email, coalesce(link_mails.account_id, attempts.account_id) AS "accountId",
                attempts.name, attempts.password_hash AS "passwordHash"
           FROM link_mails LEFT JOIN attempts ON attempts.id = attempt_id
          WHERE token_hash = $1 AND link_mails.expires_at > now()
            AND (attempt_id IS NOT NULL OR purpose IN ('verify-email', 'verify-new-email'))`,
};
const PROLONG = {
  name: 'prolong-attempt',
  text: `UPDATE attempts SET expires_at = now() + $2 * interval '1 millisecond' WHERE id = $1`,
};
const END_FOR_ADDRESS = {
  name: 'end-attempts-for-address',
  text: 'DELETE FROM attempts WHERE email = $1',
};
const END_OTHERS_OF_ACCOUNT = {
  name: 'end-other-attempts-of-account',
  text: 'DELETE FROM attempts WHERE account_id = $1 AND email <> $2',
};
const END = { name: 'end-attempt', text: 'DELETE FROM attempts WHERE id = $1' };
const FIND_OF_ACCOUNT = {
  name: 'find-attempt-of-account',
  text: `SELECT ${COLUMNS} FROM attempts WHERE account_id = $1 AND expires_at > now()`,
};

/**
 * Sign-ups, and changes of an account's address, that wait until one of their mailed links is opened. They do not
 * reserve the address: any number may wait for the same one, and the first to be opened ends the others. Callers that
 * change an attempt hold the lock of the address or of the account.
 */
@Injectable()
export class Attempts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: LinkMails,
    private readonly tokens: LinkTokens,
  ) {}

  /** Opens an account's attempt to change its address, and ends its attempt for any other address. */
  async openForAccount(
    transaction: EntityManager,
    accountId: string,
    email: string,
  ): Promise<OpenAttempt> {
    await runStatement(transaction, END_OTHERS_OF_ACCOUNT, [accountId, email]);
    const [waiting] = await runStatement<OpenAttempt>(transaction, FIND_OF_ACCOUNT, [accountId]);
    if (waiting) return waiting;
    const id = uuidv7();
    await this.open(transaction, id, { email, accountId });
    return { id, email, accountId };
  }

  /** Records an attempt without sending a mail. */
  async open(transaction: EntityManager, id: string, claim: Claim): Promise<void> {
    const { email, accountId, name, passwordHash } = { name: null, passwordHash: null, ...claim };
    const values = [id, email, accountId, name, passwordHash, VERIFICATION_TOKEN_TTL_MS];
    await runStatement(transaction, INSERT, values);
  }

  /** The claim of the link with this token, while the link is valid. */
  async findByToken(transaction: EntityManager, token: string): Promise<Claim | undefined> {
    const values = [this.tokens.hash(token)];
    const [claim] = await runStatement<Claim>(transaction, FIND_BY_TOKEN, values);
    return claim;
  }

  /** Sends another mail after the commit. Links sent before stay valid until they expire. */
  async mail(transaction: EntityManager, { id, email, accountId }: OpenAttempt): Promise<void> {
    const purpose = accountId === null ? 'confirm-sign-up' : 'confirm-new-email';
    await runStatement(transaction, PROLONG, [id, VERIFICATION_TOKEN_TTL_MS]);
    await this.mails.send(transaction, { attemptId: id, purpose, email });
  }

  async find(transaction: EntityManager, id: string): Promise<OpenAttempt | undefined> {
    const [attempt] = await runStatement<OpenAttempt>(transaction, FIND, [id]);
    return attempt;
  }

  /** The newest sign-up with an address, or else the newest change to it. */
  async findNewest(transaction: EntityManager, email: string): Promise<OpenAttempt | undefined> {
    const [attempt] = await runStatement<OpenAttempt>(transaction, FIND_NEWEST, [email]);
    return attempt;
  }

  async findNewestSignUp(transaction: EntityManager, email: string): Promise<SignUp | undefined> {
    const [signUp] = await runStatement<SignUp>(transaction, FIND_NEWEST_SIGN_UP, [email]);
    return signUp;
  }

  /** Newest first. Each was sent a mail within a day, so MailLimits bounds their number, too. */
  findSignUps(email: string): Promise<Waiting[]> {
    return readRows<Waiting>(this.dataSource, FIND_SIGN_UPS, [email]);
  }

  /** Ends all other attempts for an address whose owner has just proved it. */
  async endForAddress(transaction: EntityManager, email: string): Promise<void> {
    await runStatement(transaction, END_FOR_ADDRESS, [email]);
  }

  async end(transaction: EntityManager, id: string): Promise<void> {
    await runStatement(transaction, END, [id]);
  }
}
