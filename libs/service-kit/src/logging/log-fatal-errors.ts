import type { ProcessSettings } from '../env/settings.js';
import { createLogger } from './logger.js';

/**
 * Ends the process over an error that nobody has caught, with a line in the log like every other's. Node would print
 * all that the error has, parameters of a statement included.
 */
export function logFatalErrors(service: string, settings: ProcessSettings): void {
  const logger = createLogger(service, settings);
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'The process ends over an unexpected error');
    process.exit(1);
  });
}
