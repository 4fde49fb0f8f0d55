import { type DynamicModule, Module } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

import type { ProcessSettings } from '../env/settings.js';
import { createLogger } from './logger.js';

/** Provides the process's logger, as `Logger` of nestjs-pino. */
@Module({})
export class LoggingModule {
  static forRoot(service: string, settings: ProcessSettings): DynamicModule {
    return {
      module: LoggingModule,
      providers: [{ provide: Logger, useFactory: () => createLogger(service, settings) }],
      exports: [Logger],
    };
  }
}
