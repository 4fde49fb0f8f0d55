import type { CoveredCases } from './covered.ts';

/** Cases of the battery of faults that tests of `npm test` hold. */
export const COVERED_FAULTS: CoveredCases = {};
