import type { DynamicModule, INestMicroservice, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { healthMessage, isWireError, type ServiceName } from '@studiolo/contracts';
import { Redis } from 'ioredis';
import { DeadLetters, RedisStreamsServer } from 'nestjs-redis-streams';

import type { MessagingSettings, ProcessSettings } from './env/settings.js';
import { HealthRegistry } from './health/health-registry.js';
import { createLogger } from './logging/logger.js';
import { RequestContextInterceptor } from './messaging/request-context.interceptor.js';
import { RpcErrorFilter } from './messaging/rpc-error.filter.js';
import { observeServer, recordHandling } from './metrics/message-metrics.js';
import { observeRedis } from './metrics/redis-metrics.js';
import { connectionOptions, KEY_PREFIX, type RedisCommands } from './redis/redis.js';
import { collectStartGarbage } from './start-garbage.js';
import { startProcess } from './start-process.js';

export interface Service {
  readonly name: ServiceName;
  readonly settings: ProcessSettings & MessagingSettings;
  readonly module: Type | DynamicModule;
}

export async function runService(service: Service): Promise<void> {
  const { shutdown, ops } = await startProcess(service.name, service.settings);
  const app = await createService(service);
  shutdown.add(() => app.close());
  // Before it takes messages, which a peer would claim from a replica that does not beat.
  collectStartGarbage();
  await app.listen();
  ops.answerHealthWith(app.get(HealthRegistry));
}

/** A service that is connected to its stores and will answer messages once it listens. */
export async function createService({
  name,
  settings,
  module,
}: Service): Promise<INestMicroservice> {
  const server = new RedisStreamsServer({
    ...connectionOptions(settings),
    service: name,
    isUnavailable: (cause) => isWireError(cause) && cause.code === 'UNAVAILABLE',
    onMetric: recordHandling,
  });
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    // Set here, since a buffered log would print nothing while the database cannot be reached.
    logger: createLogger(name, settings),
    strategy: server,
    abortOnError: false,
  });
  app.useGlobalFilters(new RpcErrorFilter());
  app.useGlobalInterceptors(new RequestContextInterceptor());
  const health = app.get(HealthRegistry);
  health.register('messages', () => server.isReady());
  // By this the gateway learns the state of a replica's dependencies.
  server.addHandler(healthMessage(name).pattern, () => health.report());
  observeServer(server, new DeadLetters(app.get<RedisCommands>(Redis), name, KEY_PREFIX));
  observeRedis('messages', () => server.isReady());
  return app;
}
