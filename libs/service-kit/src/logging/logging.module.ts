import { Module, type DynamicModule } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { LoggerOptions } from 'pino';

import type { ProcessSettings } from '../env/settings.js';
import { currentRequestId } from './request-context.js';

const SECRET_FIELDS = [
  'password',
  'current_password',
  'currentPassword',
  'token',
  'authorization',
  'cookie',
];

/** pino options of every process: JSON lines with service and request id, secrets blanked. */
export function loggerOptions(service: string, { LOG_LEVEL }: ProcessSettings): LoggerOptions {
  return {
    level: LOG_LEVEL,
    base: { service, pid: process.pid },
    mixin: () => {
      const requestId = currentRequestId();
      return requestId === undefined ? {} : { requestId };
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
}

@Module({})
export class LoggingModule {
  static forRoot(service: string, settings: ProcessSettings): DynamicModule {
    return {
      module: LoggingModule,
      imports: [
        LoggerModule.forRoot({
          // Requests are logged by the gateway's own hook, once, when they end.
          pinoHttp: { ...loggerOptions(service, settings), autoLogging: false },
          forRoutes: [],
        }),
      ],
    };
  }
}
