import type { Stack } from '../stack/stack.ts';

declare global {
  /** What a run's setup has started, for its teardown to end. */
  var testStack: Stack | undefined;
}
