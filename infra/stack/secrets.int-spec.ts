import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { loadSecrets } from './secrets.ts';

const dataDir = temporaryFolder();

test('the secrets can be created after a start that could not write them', async () => {
  const program = `await (await import('${join(import.meta.dirname, 'secrets.ts')}')).loadSecrets('${dataDir()}')`;
  // No file may grow, as on a full disk.
  const line = ['-c', 'ulimit -f 0; exec "$0" --input-type=module -e "$1"'];
  expect(spawnSync('bash', [...line, process.execPath, program]).status).not.toBe(0);
  expect((await loadSecrets(dataDir())).mailTokenKey).toHaveLength(43);
});
