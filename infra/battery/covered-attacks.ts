import type { CoveredCases } from './covered.ts';
import { BAD_BODIES } from './covered/bad-bodies.ts';
import { BAD_NAMES } from './covered/bad-names.ts';
import { INTRUDERS } from './covered/intruders.ts';
import { LEAKS } from './covered/leaks.ts';
import { RACES } from './covered/races.ts';

/** Cases of the battery of attacks that tests of `npm test` hold. */
export const COVERED_ATTACKS: CoveredCases = {
  ...RACES,
  ...BAD_BODIES,
  ...BAD_NAMES,
  ...INTRUDERS,
  ...LEAKS,
};
