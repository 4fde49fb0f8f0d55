// Requests that Schemathesis makes out of the served OpenAPI document, the same ones in every run.
import { join } from 'node:path';

import { newAccount } from '@studiolo/testing/accounts';
import { GoogleServer } from '@studiolo/testing/google-server';

import { provide, type Source } from '../matrix/programs.ts';
import { runProgram } from '../support/run-program.ts';
import { RunningStack } from '../support/running-stack.ts';

const PACKAGE = 'schemathesis==4.32.5';
const SCHEMATHESIS: Source = {
  program: 'schemathesis',
  from: PACKAGE,
  commands: `python3 -m venv venv
    venv/bin/pip install --quiet ${PACKAGE}
    ln -s venv/bin/schemathesis .`,
};
const CONFIG = join(import.meta.dirname, 'schemathesis.toml');

const folder = await provide(SCHEMATHESIS).catch((error: unknown) => {
  console.warn(`Skipped: ${String(error)}`);
  return undefined;
});
const withSchemathesis = folder === undefined ? test.skip : test;

withSchemathesis(
  '[B11] every answer to requests made out of the OpenAPI document is as it says, none is a 5xx, and no process ends',
  async () => {
    await using google = await GoogleServer.start();
    const passed = { ...google.settings, EMAIL_VERIFICATION: 'off', LOG_LEVEL: 'fatal' };
    await RunningStack.during({ passed }, async (stack) => {
      const { api } = await newAccount();
      const [address = ''] = stack.gateways;
      const { code, text } = await runProgram(
        join(folder ?? '', 'schemathesis'),
        [
          ...['--no-color', '--config-file', CONFIG],
          ...['run', `${address}/api/docs/openapi.json`, '--url', address],
        ],
        { cwd: stack.plan.dataDir, env: { API_TOKEN: String(api.bearer) } },
      );
      expect({ code, report: code === 0 ? '' : text }).toEqual({ code: 0, report: '' });
      expect(stack.deaths).toEqual([]);
    });
  },
  540_000,
);
