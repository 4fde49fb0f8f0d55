// A process that tells its parent that it is ready and waits: SIGTERM ends it, SIGUSR2 makes it fail, and a number makes it
// write as many lines.
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
process.on('message', (lines: number) => {
  for (let line = 0; line < lines; line += 1) new Logger('Test').log({ line }, 'x'.repeat(1000));
  process.send?.('written');
});
process.send?.('ready');
