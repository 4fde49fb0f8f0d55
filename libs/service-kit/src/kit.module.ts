import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { eventRoutes } from '@studiolo/contracts';
import { Redis } from 'ioredis';
import { RedisStreamsClient } from 'nestjs-redis-streams';

import type { MessagingSettings } from './env/settings.js';
import { HealthRegistry } from './health/health-registry.js';
import { MessageBus } from './messaging/message-bus.js';
import { observeClient, recordCall } from './metrics/message-metrics.js';
import { observeRedis } from './metrics/redis-metrics.js';
import {
  checkWritable,
  connectionOptions,
  createRedis,
  type RedisCommands,
} from './redis/redis.js';

/** Providers that every process needs: the message bus, Redis commands, health. */
@Global()
@Module({})
export class KitModule implements OnApplicationShutdown {
  constructor(
    @Inject(Redis) private readonly redis: RedisCommands,
    private readonly client: RedisStreamsClient,
    registry: HealthRegistry,
  ) {
    registry.register('redis', () => checkWritable(redis));
    void client.connect();
    observeClient(client);
    observeRedis('commands', () => redis.status === 'ready');
    observeRedis('calls', () => client.isReady());
  }

  static forRoot(settings: MessagingSettings): DynamicModule {
    return {
      module: KitModule,
      providers: [
        { provide: Redis, useFactory: () => createRedis(settings) },
        {
          provide: RedisStreamsClient,
          useFactory: () =>
            new RedisStreamsClient({
              ...connectionOptions(settings),
              eventRoutes,
              onMetric: recordCall,
            }),
        },
        HealthRegistry,
        MessageBus,
      ],
      exports: [Redis, RedisStreamsClient, HealthRegistry, MessageBus],
    };
  }

  /** Runs last, so that modules that shut down earlier can still send. */
  onApplicationShutdown(): void {
    this.client.close();
    this.redis.disconnect();
  }
}
