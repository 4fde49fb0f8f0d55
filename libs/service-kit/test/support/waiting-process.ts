// A process that tells its parent that it is ready, and waits for a signal: SIGTERM ends it, SIGUSR2 makes it fail.
import { Logger } from '@nestjs/common';

import { processSettings } from '../../src/env/settings.js';
import { createLogger } from '../../src/logging/logger.js';
import { startProcess } from '../../src/start-process.js';

const settings = processSettings.parse({});
Logger.overrideLogger(createLogger('waiting', settings));
process.on('SIGUSR2', () => {
  throw new Error('failed');
});
await startProcess('waiting', settings);
process.send?.('ready');
