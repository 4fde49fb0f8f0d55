// The image's third command, and `npm run admin`: account commands for operators. It calls the running services as a
// gateway does, so every rule and the security log apply to it, too.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import { NestFactory } from '@nestjs/core';
import {
  KitModule,
  MessageBus,
  messagingSettings,
  processSettings,
  settingsOrExit,
  withRequestContext,
} from '@studiolo/service-kit';

import { parseCommand, USAGE } from './admin/commands.js';
import { operatorName } from './admin/operator-name.js';

const words = process.argv.slice(2);
if (words[0] === 'dead-letters') {
  // The transport's own command, which is in every image; it needs the address of Redis alone.
  const cli = new URL('dead-letters/cli.js', import.meta.resolve('nestjs-redis-streams'));
  const args = [fileURLToPath(cli), '--prefix', 'studiolo', ...words.slice(1)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}
const run = parseCommand(words);
if (run === undefined) {
  console.error(USAGE);
  process.exit(2);
}
const settings = settingsOrExit(processSettings.extend(messagingSettings.shape));
const app = await NestFactory.createApplicationContext(KitModule.forRoot(settings), {
  logger: false,
});
try {
  // The security log names the operator.
  const operator = { requestId: randomUUID(), client: `admin ${operatorName()}` };
  await withRequestContext(operator, () => run(app.get(MessageBus)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await app.close();
}
