import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for each test that follows, or for all of them, removed afterwards; gives its path. */
export function temporaryFolder([before, after] = [beforeEach, afterEach]): () => string {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studiolo-test-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
