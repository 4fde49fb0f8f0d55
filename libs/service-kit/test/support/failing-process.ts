// A process with an uncaught error that has secrets beside its message.
import { logFatalErrors } from '../../src/logging/logger.js';

logFatalErrors('failing', {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  OPS_PORT: 0,
  SHUTDOWN_TIMEOUT_MS: 1,
});
await Promise.reject(Object.assign(new Error('failed'), { parameters: ['hunter2'] }));
