import { randomUUID } from 'node:crypto';

import type { INestMicroservice } from '@nestjs/common';
import { hash } from '@node-rs/argon2';
import { authMessages, type Message, sessionCacheKey, type User } from '@studiolo/contracts';
import {
  type CallOptions,
  createService,
  JobPublisher,
  loadEnv,
  MessageBus,
} from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { decodeJwt } from 'jose';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { AuthModule } from '../src/auth.module.js';
import { authSettings } from '../src/auth.settings.js';
import type { OwnJob } from '../src/jobs/own-job.js';
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
  private constructor(
    private readonly app: INestMicroservice,
    private readonly environment: TestEnvironment,
    private readonly ownsEnvironment: boolean,
  ) {}

  /** Starts a service; with `beside` it is another replica of that one. */
  static async start(
    overrides: Record<string, string> = {},
    beside?: AuthService,
  ): Promise<AuthService> {
    const environment = beside?.environment ?? (await createEnvironment());
    const settings = loadEnv(authSettings, { ...environment.variables, ...overrides });
    const module = AuthModule.forRoot(settings);
    const app = await createService({ name: 'auth', settings, module });
    await app.listen();
    return new AuthService(app, environment, beside === undefined);
  }

  async stop(): Promise<void> {
    await this.app.close();
    if (this.ownsEnvironment) await this.environment.remove();
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

  /** Runs a job of the outbox; a second time with the same id is a repeat. */
  runJob(name: OwnJob['name'], data: object, id: string = randomUUID()): Promise<void> {
    return this.get(JobPublisher).publish({ id, name, data });
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

  async logIn(email: string, password = PASSWORD): Promise<Member> {
    return toMember(email, await this.call(authMessages.login, { email, password }));
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
