import { checkApplies } from './broken-source.ts';
import type { Replicas } from './faults.ts';
import { soak, type SoakOptions } from './soak.ts';
import { VARIANTS } from './variants.ts';

const CAUGHT_WITHIN_MINUTES = 5;
const WHOLE_MINUTES = 2;
const CLIENTS = 8;

interface Request {
  seed: number;
  replicas: Replicas;
  /** An expression for the names of those to check; empty: all of them, and the unbroken code. */
  only: string;
  say: SoakOptions['say'];
}

/** Runs a soak on each variant; true when it found each of them, and nothing in the unbroken code. */
export async function selfCheck({ seed, replicas, only, say }: Request): Promise<boolean> {
  const chosen = VARIANTS.filter(({ name }) => new RegExp(only).test(name));
  for (const variant of chosen) checkApplies(variant);
  const common = { seed, replicas, clients: CLIENTS, say };
  const lines: string[] = [];
  let isFine = true;
  for (const { palette, ...variant } of chosen) {
    say(`with the code so broken: ${variant.name}`);
    const found = await soak({ ...common, minutes: CAUGHT_WITHIN_MINUTES, variant, palette });
    const [first] = found.violations;
    isFine &&= first !== undefined;
    lines.push(
      `${first === undefined ? 'MISSED' : 'caught'} after ${found.seconds} s: ${variant.name}: ${first ?? ''}`,
    );
    say(lines.at(-1) ?? '');
  }
  if (only === '') {
    say('with the code as it is');
    const { violations } = await soak({ ...common, minutes: WHOLE_MINUTES });
    isFine &&= violations.length === 0;
    lines.push(violations[0] ?? `nothing found in ${WHOLE_MINUTES} minutes: the code as it is`);
  }
  say(`seed ${seed}:\n${lines.join('\n')}`);
  return isFine;
}
