import { COVERED_ATTACKS } from './covered-attacks.ts';
import { COVERED_FAULTS } from './covered-faults.ts';

/** A test that `npm test` runs anyway and that shows a case of the battery. */
export interface CoveredCase {
  done: string;
  expected: string;
  /** Its project in jest.config.mjs. */
  project: 'unit' | 'frontend' | 'integration' | 'e2e';
  /** Path from the root of the repository. */
  file: string;
  /** Title of the test itself, or with the titles around it, as jest prints it. */
  title: string;
}

/** By id. An id with several cases gets the rows `<id> 1`, `<id> 2` … */
export type CoveredCases = Readonly<Record<string, readonly CoveredCase[]>>;

export const BATTERIES = ['faults', 'attacks'] as const;
export type Battery = (typeof BATTERIES)[number];

export const COVERED: Record<Battery, CoveredCases> = {
  faults: COVERED_FAULTS,
  attacks: COVERED_ATTACKS,
};
