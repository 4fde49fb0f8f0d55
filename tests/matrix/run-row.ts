// Runs one row of the matrix: `node --import …/run-typescript.mjs tests/matrix/run-row.ts NAME`; ends with 0 when it passed.
import assert from 'node:assert/strict';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';
import { Sandbox } from '@studiolo/infra/test/sandbox';

import { Load } from '../resilience/load/load.ts';
import { stackVariables } from '../setup/stack-variables.ts';
import { runProgram } from '../support/run-program.ts';
import { RunningStack } from '../support/running-stack.ts';
import type { Surroundings } from './row.ts';
import { ROWS } from './rows.ts';

const WHOLE_STACK = 'tests/e2e/(life-of-an-account|authorisation)';
const STORAGE = 'services/storage/(test/object-store|src/(uploads|files|deletions/))';
const BACK_WITHIN_MS = 5_000;

async function jest(
  project: string,
  paths: string,
  env: Record<string, string>,
  except = '(?!)',
): Promise<void> {
  const script = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', script];
  const which = ['--selectProjects', project, '--testPathPatterns', paths, '--runInBand'];
  const tests = ['--testNamePattern', `^(?!.*${except})`];
  const { code, text } = await runProgram(process.execPath, [...flags, ...which, ...tests], {
    env,
    cwd: ROOT,
  });
  console.log(text);
  if (code !== 0) throw new Error(/●.*$/m.exec(text)?.[0] ?? `${project} ended with ${code}`);
}

async function failsOver({ stack, failOver }: Surroundings): Promise<void> {
  if (failOver === undefined) return;
  const passed = { ...stack.passed, EMAIL_VERIFICATION: 'off' };
  await RunningStack.during({ ...stack, passed }, async ({ gateways }) => {
    const load = await Load.prepare(gateways);
    const { report, recoveredMs } = await load.around(failOver);
    console.log('failed meanwhile:', report.failed, 'recovered after', recoveredMs, 'ms');
    assert.deepEqual(report.failedOtherThan503, {});
    assert.deepEqual(report.damage, []);
    assert.ok(recoveredMs < BACK_WITHIN_MS, `it came back after ${recoveredMs} ms`);
  });
}

async function hold(surroundings: Surroundings): Promise<void> {
  const { stack, conformance, except } = surroundings;
  if (conformance !== undefined) {
    const own = { TEST_OWN_STORES: JSON.stringify(conformance) };
    await jest('integration', STORAGE, own, except);
  }
  await RunningStack.during(stack, ({ plan }) => jest('e2e', WHOLE_STACK, stackVariables(plan)));
  await failsOver(surroundings);
}

const row = ROWS.find(({ name }) => name === process.argv[2]);
if (row === undefined) throw new Error(`There is no row ${process.argv[2]}`);
{
  await using sandbox = new Sandbox();
  await hold(await row.start(sandbox));
}
process.exit(0);
