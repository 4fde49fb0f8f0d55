import { MIB } from '@studiolo/contracts';
import { Logger, type Params, PinoLogger } from 'nestjs-pino';
import type { BaseLogger, DestinationStream, LogFn } from 'pino';
import type { Options } from 'pino-http';
import sonicBoom, { type SonicBoom } from 'sonic-boom';

import type { ProcessSettings } from '../env/settings.js';
import { currentTraceId } from '../tracing/span.js';
import { currentContext } from './request-context.js';
import { serializeError, serializeErrors, textOf } from './serialize-error.js';

const SECRET_FIELDS = [
  'password',
  'current_password',
  'currentPassword',
  'token',
  'authorization',
  'cookie',
];

type LogSettings = Pick<ProcessSettings, 'LOG_LEVEL'>;

/** pino options of every process: JSON lines with service and request id, secrets blanked, errors without content. */
function loggerOptions(service: string, { LOG_LEVEL }: LogSettings): Options {
  return {
    // With the default, pino-http would pass on the output of its own serializer.
    wrapSerializers: false,
    serializers: { err: serializeError },
    formatters: { log: serializeErrors },
    hooks: { logMethod },
    level: LOG_LEVEL,
    base: { service, pid: process.pid },
    mixin: () => {
      const { requestId } = currentContext();
      const traceId = currentTraceId();
      return { ...(requestId && { requestId }), ...(traceId && { traceId }) };
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: '[hidden]',
    },
  };
}

/** Uses the error's text as the message of a line that has only an error; pino would add it unredacted. */
function logMethod(this: BaseLogger, args: Parameters<LogFn>, log: LogFn): void {
  const [line, message] = args as [unknown, unknown];
  const error = line instanceof Error ? line : (line as { err?: unknown } | undefined)?.err;
  if (message !== undefined || !(error instanceof Error)) log.apply(this, args);
  else log.call(this, line, textOf(error));
}

/**
 * Lines are buffered up to a few KiB or a moment: one write per line would cost more than the line. They are written
 * beside the event loop, so that the process goes on when nobody reads them.
 */
function standardOutput(): SonicBoom {
  if (output) return output;
  output = new sonicBoom.SonicBoom({ fd: 1, minLength: 4096, maxLength: MIB, periodicFlush: 200 });
  // A full disk or a closed pipe costs lines, not the process.
  output.on('error', () => undefined);
  // A process that ends by itself, such as a migration.
  process.once('beforeExit', () => output?.flush());
  return output;
}
let output: SonicBoom | undefined;

/**
 * What pino may do with the output: write. It would also flush synchronously after a fatal line, where sonic-boom 4.2.1
 * repeats a failing write for ever.
 */
const lineOutput: DestinationStream = { write: (line) => standardOutput().write(line) };

/** How long the last lines may take, in milliseconds, before they are given up. */
const LAST_LINES_MS = 1_000;

/** Ends the process when its last lines are written, or cannot be. */
export function exitProcess(code: number): void {
  const stream = standardOutput();
  setTimeout(() => process.exit(code), LAST_LINES_MS);
  // The first flush may only wait for a write that has begun.
  stream.flush(() => stream.flush(() => process.exit(code)));
}

/** Nest's logger. It needs no module, so it works from the first line on. */
export function createLogger(
  service: string,
  settings: LogSettings,
  lines: DestinationStream = lineOutput,
): Logger {
  const params: Params = { pinoHttp: [loggerOptions(service, settings), lines] };
  return new Logger(new PinoLogger(params), params);
}

/**
 * For frequent lines whose fields are known to hold no secret: they skip redaction. Needs the process's logger to
 * exist.
 */
export function createPlainLogger(context: string): BaseLogger {
  return PinoLogger.root.child({ context }, { redact: [] });
}

/**
 * Ends the process after an uncaught error, with an ordinary log line. Node itself would print every field of the
 * error, including a statement's parameters.
 */
export function logFatalErrors(service: string, settings: LogSettings): void {
  const logger = createLogger(service, settings);
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'The process ends over an unexpected error');
    exitProcess(1);
  });
}
