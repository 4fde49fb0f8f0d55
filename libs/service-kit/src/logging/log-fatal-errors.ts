import type { ProcessSettings } from '../env/settings.js';
import { createLogger } from './logger.js';

/**
 * Ends the process after an uncaught error, with an ordinary log line. Node itself would print every field of the
 * error, including a statement's parameters.
 */
export function logFatalErrors(service: string, settings: ProcessSettings): void {
  const logger = createLogger(service, settings);
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'The process ends over an unexpected error');
    process.exit(1);
  });
}
