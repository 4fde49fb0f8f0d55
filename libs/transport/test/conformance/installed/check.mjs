// Runs in the folder where a transport is installed: `check.mjs <options as JSON>`. It sends its parent the verdicts, and
// asks it to restart the broker.
import { once } from 'node:events';

import { Logger } from '@nestjs/common';
import { checkConformance } from 'nestjs-redis-streams/conformance';

const { adapter, canRestart, ...options } = JSON.parse(process.argv[2]);

async function restartBroker(keepData) {
  process.send({ keepData });
  await once(process, 'message');
}

Logger.overrideLogger(false);
process.once('disconnect', () => process.exit());
// What a client only tells nobody fails in the property that needs it, and not the whole check.
process.on('unhandledRejection', () => undefined);
const verdicts = checkConformance({
  ...options,
  ...(canRestart && { restartBroker }),
  adapter: new URL(adapter, import.meta.url),
});
for await (const verdict of verdicts) process.send(verdict);
process.disconnect();
