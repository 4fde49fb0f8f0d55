import {
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
  Module,
  type ModuleMetadata,
  type OnApplicationShutdown,
} from '@nestjs/common';

import type { RedisStreamsClientOptions } from './client/client-options.js';
import { RedisStreamsClient } from './client/redis-streams.client.js';

export interface RedisStreamsModuleOptions {
  /** The client's injection token. Default: the class `RedisStreamsClient`. */
  readonly name?: InjectionToken;
  /** Whether every module can inject the client without an import. Default: false. */
  readonly isGlobal?: boolean;
}

export interface RedisStreamsModuleAsyncOptions
  extends
    RedisStreamsModuleOptions,
    Pick<ModuleMetadata, 'imports'>,
    Pick<FactoryProvider<RedisStreamsClientOptions>, 'inject' | 'useFactory'> {}

/** Ends with the application it was made for, after everything in it that may still send. */
class HostedClient extends RedisStreamsClient implements OnApplicationShutdown {
  private isOver = false;

  /** What is sent after the application has ended makes no new connection. */
  override connect(): Promise<void> {
    return this.isOver ? Promise.resolve() : super.connect();
  }

  onApplicationShutdown(): void {
    this.isOver = true;
    this.close();
  }
}

/** Provides a client that begins to connect when the application is created, and closes with it. */
@Module({})
export class RedisStreamsModule {
  static register(options: RedisStreamsModuleOptions & RedisStreamsClientOptions): DynamicModule {
    const { name, isGlobal, ...clientOptions } = options;
    return RedisStreamsModule.registerAsync({
      ...(name !== undefined && { name }),
      ...(isGlobal !== undefined && { isGlobal }),
      useFactory: () => clientOptions,
    });
  }

  static registerAsync(options: RedisStreamsModuleAsyncOptions): DynamicModule {
    if (typeof options.useFactory !== 'function')
      throw new TypeError(
        'registerAsync takes useFactory: inject the class that makes the options, and call it there',
      );
    const { name = RedisStreamsClient, isGlobal = false, imports = [], inject = [] } = options;
    const client: FactoryProvider = {
      provide: name,
      inject,
      useFactory: async (...dependencies: unknown[]) => {
        const hosted = new HostedClient(await options.useFactory(...dependencies));
        void hosted.connect();
        return hosted;
      },
    };
    return {
      module: RedisStreamsModule,
      global: isGlobal,
      imports,
      providers: [client],
      exports: [name],
    };
  }
}
