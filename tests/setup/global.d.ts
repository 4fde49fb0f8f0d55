import type { RunningStack } from '../support/running-stack.ts';

declare global {
  /** What a run's setup has started, for its teardown to end. */
  var testStack: RunningStack | undefined;
}
