// Starts the whole stack once for all whole-stack tests of a run, on free ports and in a folder of its own.
// CONTROL_FILE names a JSON file with the address of the stack and every process in it (see StackFile in
// infra/stack/lock.ts), kept up to date, so that a fault test can end one of them: the stack brings it back.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { launch } from '@studiolo/infra/stack/launch';
import { StackLock } from '@studiolo/infra/stack/lock';
import { buildCommand } from '@studiolo/infra/stack/nx';
import { addressesOf, makePlan } from '@studiolo/infra/stack/plan';
import { APPLICATION } from '@studiolo/infra/stack/services';
import { Stack } from '@studiolo/infra/stack/stack';

import { stackVariables } from './stack-variables.ts';
import teardown from './teardown.ts';

export default async function startStack(): Promise<void> {
  // The tests run on another stack, such as that of `npm test -- compose`.
  if (process.env.API_URL) return;
  const dataDir = await mkdtemp(join(tmpdir(), 'studiolo-stack-'));
  const lock = await StackLock.take(dataDir);
  const plan = await makePlan({
    dataDir,
    environment: 'test',
    // Every test signs up from the same address, and the limits have tests of their own. Tests read the logs, too.
    passed: { RATE_LIMITS: 'off', LOG_LEVEL: 'debug' },
  });
  const stack = new Stack(plan, {
    changed: (running) => lock.update(running, addressesOf(plan)),
  });
  globalThis.testStack = stack;
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
