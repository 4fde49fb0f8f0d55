// `npm run memory`: what each process of a running `npm start` takes of the memory. DATA_DIR names its data folder, as for
// `npm start`. Needs Linux.
import { readStackFile } from '@studiolo/infra/stack/lock';
import { readStartSettings } from '@studiolo/infra/stack/settings';

import { memoryByName, npmOf } from './processes.ts';

const { dataDir } = readStartSettings(process.env, []);
const stack = readStackFile(dataDir);
if (!stack) throw new Error(`No stack runs on ${dataDir}`);
const names = new Map(stack.parts.map(({ pid, name }) => [pid, name]));
const found = [...memoryByName(npmOf(stack.runner.pid), names)].sort(([, a], [, b]) => b - a);
const total = found.reduce((sum, [, mib]) => sum + mib, 0);
for (const [name, mib] of [...found, ['all', total] as const]) {
  console.log(`${name.padEnd(14)} ${mib.toFixed(1).padStart(7)} MiB`);
}
