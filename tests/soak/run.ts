// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7 --clients 32 --scale auth=2 projects=2 storage=3 gateway=2
//   npm run test:soak -- --self-check    also breaks the code, one place at a time, and must find each of them
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { parseArgs } from 'node:util';

import type { Replicas } from './faults.ts';
import { selfCheck } from './self-check.ts';
import { soak } from './soak.ts';

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    clients: { type: 'string', default: '32' },
    scale: { type: 'string', multiple: true, default: [] },
    'self-check': { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const seed = Number(values.seed);
const replicas: Replicas = { auth: 2, projects: 2, storage: 2, gateway: 2 };
for (const part of [...values.scale, ...positionals]) {
  const [name = '', count] = part.split('=');
  replicas[name as keyof Replicas] = Number(count);
}

const say = (text: string) =>
  console.log(`[${String(Math.round(performance.now() / 1000)).padStart(4)} s] ${text}`);

if (values['self-check']) {
  if (!(await selfCheck({ seed, replicas, only: values.only, say }))) process.exitCode = 1;
} else {
  const [minutes, clients] = [Number(values.minutes), Number(values.clients)];
  say(`soak with seed ${seed}, for ${minutes} minutes`);
  const { operations, violations } = await soak({ seed, minutes, clients, replicas, say });
  for (const violation of violations) say(violation);
  say(
    `seed ${seed}: ${operations} operations, ${violations.length === 0 ? 'no violation' : 'VIOLATED'}`,
  );
  if (violations.length > 0) process.exitCode = 1;
}
