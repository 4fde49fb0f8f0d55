// `npm run test:soak`: works a whole stack, breaks it at random, several things at once, and checks what it answered.
//   npm run test:soak -- --minutes 10 --seed 7
// The same seed breaks the same things in the same order. Needs redis-server on the PATH.
import { parseArgs } from 'node:util';

import { soak } from './soak.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const seed = Number(values.seed);
const minutes = Number(values.minutes);

const say = (text: string) =>
  console.log(`[${String(Math.round(performance.now() / 1000)).padStart(4)} s] ${text}`);

say(`soak with seed ${seed}, for ${minutes} minutes`);
const { operations, violations } = await soak({ seed, minutes, say });
for (const violation of violations) say(violation);
const isSound = violations.length === 0;
say(`seed ${seed}: ${operations} operations, ${isSound ? 'no violation' : 'VIOLATED'}`);
if (!isSound) process.exitCode = 1;
