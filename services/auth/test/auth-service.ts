import { randomUUID } from 'node:crypto';

import type { INestMicroservice } from '@nestjs/common';
import { hash } from '@node-rs/argon2';
import { authMessages, type Message, sessionCacheKey, type User } from '@studiolo/contracts';
import { type CallOptions, createService, loadEnv, MessageBus } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { AuthModule } from '../src/auth.module.js';
import { authSettings } from '../src/auth.settings.js';
import { AuthJobs } from '../src/auth-jobs.js';
import { createEnvironment, type TestEnvironment } from './environment.js';

export const PASSWORD = 'correct horse';
const PATIENCE_MS = 30_000;
let passwordHash: Promise<string> | undefined;

/** A signed-in user with the address, the session and the token. */
export interface Member {
  readonly user: User;
  readonly email: string;
  readonly sessionId: string;
  readonly token: string;
}

/** The auth service on stores of its own, called by messages as the gateway calls it. */
export class AuthService {
  private running: INestMicroservice | undefined;
  private environment: TestEnvironment | undefined;

  /** With `beside` it is another replica of that service. */
  constructor(
    private readonly overrides: Record<string, string> = {},
    private readonly beside?: AuthService,
  ) {}

  /** A service that runs during the tests of this file or of this `describe`. */
  static duringTests(overrides: Record<string, string> = {}): AuthService {
    const auth = new AuthService(overrides);
    beforeAll(() => auth.start());
    afterAll(() => auth.stop());
    return auth;
  }

  async start(): Promise<this> {
    this.environment = this.beside?.environment ?? (await createEnvironment());
    const settings = loadEnv(authSettings, { ...this.environment.variables, ...this.overrides });
    const module = AuthModule.forRoot(settings);
    this.running = await createService({ name: 'auth', settings, module });
    await this.running.listen();
    return this;
  }

  async stop(): Promise<void> {
    await this.app.close();
    if (!this.beside) await this.environment?.remove();
  }

  private get app(): INestMicroservice {
    if (!this.running) throw new Error('The service has not started');
    return this.running;
  }

  get redis(): Redis {
    return this.app.get(Redis);
  }

  get<Provider>(token: abstract new (...parameters: never[]) => Provider): Provider {
    return this.app.get<Provider>(token, { strict: false });
  }

  /** Waits longer than the gateway would, so that no test fails because the machine is busy. */
  call<Request extends z.ZodType, Reply extends z.ZodType>(
    message: Message<Request, Reply>,
    request: z.input<Request>,
    options: CallOptions = {},
  ): Promise<z.output<Reply>> {
    const patient = { ...message, timeoutMs: PATIENCE_MS };
    return this.app.get(MessageBus).call(patient, request, options);
  }

  /** The error code of a refused call; `none` when it succeeds. */
  async refusal<Request extends z.ZodType>(
    message: Message<Request>,
    request: z.input<Request>,
  ): Promise<string> {
    return this.call(message, request).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  }

  /** Looks up which mail may be sent, as the outbox does; a second time with the same id is a repeat. */
  lookUp(name: string, data: object, id: string = randomUUID()): Promise<void> {
    return this.get(AuthJobs).publish({ id, name, data });
  }

  sql<Row = Record<string, unknown>>(query: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.app.get(DataSource).query(query, parameters);
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
