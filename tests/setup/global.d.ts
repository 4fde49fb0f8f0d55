import type { Stack } from '@studiolo/infra/stack/stack';

declare global {
  /** What a run's setup has started, for its teardown to end. */
  var testStack: Stack | undefined;
}
