import type { CoveredCases } from './covered.ts';

/** Cases of the battery of attacks that tests of `npm test` hold. */
export const COVERED_ATTACKS: CoveredCases = {};
