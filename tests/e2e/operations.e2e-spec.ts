import { environment } from '@studiolo/testing/environment';

import { commandsFor } from '../docs/command-blocks.ts';
import { runProgram } from '../support/run-program.ts';

test.each(commandsFor('start'))('works as docs/operations.md says: %s', async (command) => {
  const env = { DATA_DIR: environment('DATA_DIR') };
  const { code, text } = await runProgram('bash', ['-c', command], { env });
  expect({ code, text: code === 0 ? '' : text }).toEqual({ code: 0, text: '' });
});
