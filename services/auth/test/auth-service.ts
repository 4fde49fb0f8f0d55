import { generateKeyPairSync, randomUUID } from 'node:crypto';

import { hash } from '@node-rs/argon2';
import { authMessages, sessionCacheKey, type User } from '@studiolo/contracts';
import { loadEnv } from '@studiolo/service-kit';
import { JobPublisher } from '@studiolo/service-kit/database';
import { freshStores, ServiceUnderTest } from '@studiolo/service-kit/testing/service-under-test';
import { environment } from '@studiolo/testing/environment';
import { decodeJwt } from 'jose';
import { v7 as uuidv7 } from 'uuid';

import { authSettings } from '../src/auth.settings.js';
import { authService } from '../src/service.js';

export const PASSWORD = 'correct horse';
export const NEW_PASSWORD = 'battery staple';
const { privateKey } = generateKeyPairSync('ed25519');
let passwordHash: Promise<string> | undefined;

/** A signed-in user with the address, the session and the token. */
export interface Member {
  readonly user: User;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
}

/** The auth service on empty stores. */
export class AuthService extends ServiceUnderTest {
  private variables: Record<string, string> = {};

  /** With `beside` it is another replica of that service. */
  constructor(
    private readonly overrides: () => Record<string, string> = () => ({}),
    private readonly beside?: AuthService,
  ) {
    super();
  }

  async start(): Promise<this> {
    this.variables = this.beside?.variables ?? {
      ...(await freshStores('auth')),
      MAIL_TOKEN_KEY: randomUUID(),
      JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      APP_URL: 'https://studiolo.test',
      SMTP_URL: environment('SMTP_URL'),
      MAIL_FROM: 'Studiolo <hello@studiolo.test>',
      ...this.overrides(),
    };
    const settings = loadEnv(authSettings, this.variables);
    await this.run(authService(settings));
    return this;
  }

  /** Looks up which mail may be sent, as the outbox does; a second time with the same id is a repeat. */
  lookUp(name: string, data: object, id: string = randomUUID()): Promise<void> {
    return this.get(JobPublisher).publish({ id, name, data });
  }

  /** Signs up without waiting for the mail with the link. */
  async signUp(email = newEmail(), password = PASSWORD): Promise<string> {
    await this.call(authMessages.signup, { email, password, name: 'Anna Lindqvist' });
    return email;
  }

  /** Creates an account with a verified address and logs in. */
  async join(email = newEmail()): Promise<Member> {
    passwordHash ??= hash(PASSWORD);
    await this.sql(
      `INSERT INTO accounts (id, name, email, email_verified, password_hash)
       VALUES ($1, 'Anna Lindqvist', $2, true, $3)`,
      [uuidv7(), email, await passwordHash],
    );
    return this.logIn(email);
  }

  /** A signed-in user with an unverified address, as from before verification was required. */
  async joinUnverified(): Promise<Member> {
    const member = await this.join();
    await this.sql('UPDATE accounts SET email_verified = false WHERE id = $1', [member.user.id]);
    return member;
  }

  /** A signed-in user with a linked Google account, whose password is removed or kept. */
  async joinWithGoogle(password: 'kept' | 'removed' = 'kept'): Promise<Member> {
    const member = await this.join();
    const removal = password === 'removed' ? ', password_hash = NULL' : '';
    await this.sql(`UPDATE accounts SET google_id = $2${removal} WHERE id = $1`, [
      member.user.id,
      randomUUID(),
    ]);
    return member;
  }

  async logIn(email: string, password = PASSWORD): Promise<Member> {
    return toMember(email, await this.call(authMessages.login, { email, password }));
  }

  /** The error code of a refused login; `none` when it succeeds. */
  loginRefusal(email: string, password = PASSWORD): Promise<string> {
    return this.refusal(authMessages.login, { email, password });
  }

  /** The error code of a refused verification link; `none` when it works. */
  verifyRefusal(token: string): Promise<string> {
    return this.refusal(authMessages.verifyEmail, { token });
  }

  /** The error code of a refused reset to NEW_PASSWORD; `none` when it works. */
  resetRefusal(token: string): Promise<string> {
    return this.refusal(authMessages.resetPassword, { token, password: NEW_PASSWORD });
  }

  /** Whether auth considers a session active. */
  async isActive({ user, sessionId }: Member): Promise<boolean> {
    const request = { userId: user.id, sessionId };
    return (await this.call(authMessages.checkSession, request)).active;
  }

  /** The cached entry of a session, which every gateway reads. */
  cached({ sessionId }: Pick<Member, 'sessionId'>): Promise<string | null> {
    return this.redis.get(sessionCacheKey(sessionId));
  }
}

export function newEmail(): string {
  return `${randomUUID()}@example.com`;
}

export function toMember(email: string, signedIn: { token: string; user: User }): Member {
  return { ...signedIn, email, sessionId: String(decodeJwt(signedIn.token).sid) };
}

/** The outcomes of ten calls at once, and how many calls had each. */
export async function tenTimes(call: () => Promise<string>): Promise<Record<string, number>> {
  return countsOf(await Promise.all(Array.from({ length: 10 }, call)));
}

/** How often each outcome occurs. */
export function countsOf(outcomes: readonly string[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(outcomes, (outcome) => outcome));
  return Object.fromEntries(groups.map(([outcome, group = []]) => [outcome, group.length]));
}
