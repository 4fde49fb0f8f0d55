import { Logger, PinoLogger } from 'nestjs-pino';
import type { LoggerOptions } from 'pino';

import type { ProcessSettings } from '../env/settings.js';
import { currentTraceId } from '../tracing/span.js';
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
      const traceId = currentTraceId();
      return { ...(requestId && { requestId }), ...(traceId && { traceId }) };
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
}

/** What Nest writes its log lines with. It needs no module, so that it works from the first line on. */
export function createLogger(service: string, settings: ProcessSettings): Logger {
  const params = { pinoHttp: loggerOptions(service, settings) };
  return new Logger(new PinoLogger(params), params);
}
