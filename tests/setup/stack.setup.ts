// Starts the whole stack once for all whole-stack tests of a run, on free ports and in a folder of its own.
import { launch } from '@studiolo/infra/stack/launch';
import { buildCommand } from '@studiolo/infra/stack/nx';
import { APPLICATION } from '@studiolo/infra/stack/services';

import { RunningStack } from '../support/running-stack.ts';
import { stackVariables } from './stack-variables.ts';
import teardown from './teardown.ts';

export default async function startStack(): Promise<void> {
  // The tests run on another stack, such as that of `npm test -- compose`.
  if (process.env.API_URL) return;
  // Tests read the logs.
  const running = await RunningStack.prepare({ passed: { LOG_LEVEL: 'debug' } });
  globalThis.testStack = running;
  const { plan, stack } = running;
  try {
    // Under Nx the builds have run already.
    const built = process.env.NX_TASK_HASH ? Promise.resolve() : stack.run('build', buildCommand());
    await launch(stack, APPLICATION, built);
  } catch (error) {
    await teardown();
    throw error;
  }
  Object.assign(process.env, stackVariables(plan));
}
