import { randomUUID } from 'node:crypto';

import type { INestMicroservice } from '@nestjs/common';
import type { Message, ServiceName } from '@studiolo/contracts';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { Redis } from 'ioredis';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource } from 'typeorm';
import type { z } from 'zod';

import {
  AppError,
  type CallOptions,
  createService,
  MessageBus,
  withRequestContext,
} from '../src/index.js';

/** Longer than the gateway would wait, so that no test fails because the machine is busy. */
const PATIENCE_MS = 30_000;

/** Empties the Redis of this worker and the schema of a service; returns the settings that lead there. */
export async function freshStores(service: ServiceName): Promise<Record<string, string>> {
  const databaseUrl = await emptySchema(service);
  const redis = new Redis(environment('REDIS_URL'));
  await redis.flushall();
  redis.disconnect();
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    DATABASE_URL: databaseUrl,
    REDIS_URL: environment('REDIS_URL'),
    TRANSPORT_SIGNING_KEY: randomUUID(),
  };
}

/** Empties the schema of a service; returns the address at which the service reaches it. */
export async function emptySchema(service: ServiceName): Promise<string> {
  const databaseUrl = environment(`TEST_${service.toUpperCase()}_DATABASE_URL`);
  const { username } = new URL(databaseUrl);
  const url = environment('TEST_ADMIN_DATABASE_URL');
  const administrator = await new DataSource({ type: 'postgres', url }).initialize();
  await administrator.query(
    `DROP SCHEMA IF EXISTS ${service} CASCADE; CREATE SCHEMA ${service} AUTHORIZATION ${username}`,
  );
  await administrator.destroy();
  return databaseUrl;
}

/** A service that runs in a test, called by messages as the gateway calls it. */
export abstract class ServiceUnderTest {
  private running: INestMicroservice | undefined;

  /** A service that runs during the tests of this file or of this `describe`. */
  static duringTests<Service extends ServiceUnderTest, Options extends unknown[]>(
    this: new (...options: Options) => Service,
    ...options: Options
  ): Service {
    const service = new this(...options);
    duringTests(() => service.start().then(() => service));
    return service;
  }

  abstract start(): Promise<unknown>;

  /** @param prepare changes the service before it takes messages */
  protected async run(
    service: Parameters<typeof createService>[0],
    prepare?: (app: INestMicroservice) => void,
  ): Promise<void> {
    this.running = await createService(service);
    prepare?.(this.running);
    await this.running.listen();
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  private get app(): INestMicroservice {
    if (!this.running) throw new Error('The service has not started');
    return this.running;
  }

  get bus(): MessageBus {
    return this.app.get(MessageBus);
  }

  get redis(): Redis {
    return this.app.get(Redis);
  }

  get dataSource(): DataSource {
    return this.get(DataSource);
  }

  get<Provider>(token: abstract new (...parameters: never[]) => Provider): Provider {
    return this.app.get<Provider>(token, { strict: false });
  }

  sql<Row = Record<string, unknown>>(query: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.dataSource.query(query, parameters);
  }

  call<Request extends z.core.$ZodType, Reply extends z.core.$ZodType>(
    message: Message<Request, Reply>,
    request: z.input<Request>,
    options: CallOptions = {},
  ): Promise<z.output<Reply>> {
    return this.bus.call({ ...message, timeoutMs: PATIENCE_MS }, request, options);
  }

  /** Runs a handler as if the transport delivered an entry to it. */
  deliver<Reply>(
    delivery: { messageId: string; entryId: string; attempt: number },
    handle: () => Promise<Reply>,
  ): Promise<Reply> {
    const deadline = Date.now() + PATIENCE_MS;
    const facts = { ...delivery, deadline, pattern: 'delivered', metadata: {} };
    const message = new RedisStreamsContext(facts);
    return withRequestContext({ requestId: delivery.messageId, message }, handle);
  }

  /** The error code of a refused call; `none` when it succeeds. */
  refusal<Request extends z.core.$ZodType>(
    message: Message<Request>,
    request: z.input<Request>,
  ): Promise<string> {
    return codeOf(this.call(message, request));
  }
}

/** The error code that a call is refused with; `none` when it succeeds. */
export function codeOf(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'none',
    (error: unknown) => {
      if (AppError.is(error)) return error.code;
      throw error;
    },
  );
}
