import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { duringEachTest } from '@studiolo/testing/during-tests';

/** An empty folder for each test that follows, or for all of them, removed afterwards; gives its path. */
export function temporaryFolder(during = duringEachTest): () => string {
  const folder = during(() => mkdtempDisposable(join(tmpdir(), 'studiolo-test-')));
  return () => folder().path;
}
