// One process of infra/compose/dev.yml: builds a project and its libraries, runs it, and repeats both whenever a source
// changes. A failed build leaves the running process alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { watch } from 'chokidar';

const SETTLE_MS = 150;
const [project, folder] = process.argv.slice(2);
let running;
let isChanged = true;
let isBusy = false;

async function builds() {
  const nx = spawn('npx', ['nx', 'run', `@studiolo/${project}:build`], { stdio: 'inherit' });
  const [code] = await once(nx, 'exit');
  return code === 0;
}

async function end(signal = 'SIGTERM') {
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const ended = once(running, 'exit');
  running.kill(signal);
  await ended;
}

async function renew() {
  if (isBusy) return;
  isBusy = true;
  while (isChanged) {
    await delay(SETTLE_MS);
    isChanged = false;
    if (!(await builds())) continue;
    await end();
    const args = ['--import', '@studiolo/service-kit/source-maps', 'dist/main.js'];
    running = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  }
  isBusy = false;
}

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => void end(signal).then(() => process.exit()));
}
watch(['libs', folder], {
  ignoreInitial: true,
  ignored: (path) => /(^|[\\/])(node_modules|dist)([\\/]|$)/.test(path),
}).on('all', () => {
  isChanged = true;
  void renew();
});
await renew();
