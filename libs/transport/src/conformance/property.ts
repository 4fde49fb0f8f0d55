import type { Stage } from './stage.js';

/** Throws when the property does not hold. */
export type Check = (stage: Stage) => Promise<void>;

export interface Property {
  /** A sentence that is true of a transport if the property holds. */
  readonly property: string;
  readonly check: Check;
  /** What the options or the adapter need for the check. */
  readonly needs?: 'restartBroker' | 'ordered' | 'forge';
}

export function must(isTrue: boolean, failure: string): void {
  if (!isTrue) throw new Error(failure);
}
