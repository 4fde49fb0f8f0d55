// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7 --clients 32 --scale auth=2 projects=2 storage=3 gateway=2
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { parseArgs } from 'node:util';

import type { Replicas } from './faults.ts';
import { soak } from './soak.ts';

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    clients: { type: 'string', default: '32' },
    scale: { type: 'string', multiple: true, default: [] },
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

const [minutes, clients] = [Number(values.minutes), Number(values.clients)];
say(`soak with seed ${seed}, for ${minutes} minutes`);
const { operations, violations } = await soak({ seed, minutes, clients, replicas, say });
for (const violation of violations) say(violation);
const isSound = violations.length === 0;
say(`seed ${seed}: ${operations} operations, ${isSound ? 'no violation' : 'VIOLATED'}`);
if (!isSound) process.exitCode = 1;
