// A process with an uncaught error that has secrets beside its message.
import { logFatalErrors } from '../../src/logging/logger.js';

logFatalErrors('failing', { LOG_LEVEL: 'info' });
await Promise.reject(Object.assign(new Error('failed'), { parameters: ['hunter2'] }));
