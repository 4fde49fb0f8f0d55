import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import { type BaseLogger, destination, type DestinationStream, type LoggerOptions } from 'pino';

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

/**
 * Lines leave together, a few KiB or a moment at a time: a write for each would cost more than the line.
 * They are written out when the process ends, unless it is killed.
 */
function standardOutput(): DestinationStream {
  output ??= destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  return output;
}
let output: DestinationStream | undefined;

/** What Nest writes its log lines with. It needs no module, so that it works from the first line on. */
export function createLogger(service: string, settings: ProcessSettings): Logger {
  const params: Params = { pinoHttp: [loggerOptions(service, settings), standardOutput()] };
  return new Logger(new PinoLogger(params), params);
}

/**
 * For lines written all the time whose fields are all known to hold no secret: they are not searched for any.
 * Needs the process's logger to exist.
 */
export function createPlainLogger(context: string): BaseLogger {
  return PinoLogger.root.child({ context }, { redact: [] });
}
