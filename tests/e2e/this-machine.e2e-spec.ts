import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { readStackFile } from '@studiolo/infra/stack/lock';
import { listenersOf } from '@studiolo/infra/test/listeners';
import { environment } from '@studiolo/testing/environment';

const OTHERS = 0o077;
// The containers of compose have neither the folder nor the processes.
const onThisMachine =
  process.env.DATA_DIR && existsSync('/proc/net/tcp') ? describe : describe.skip;

onThisMachine('of the stack of npm start, others have', () => {
  const dataDir = environment('DATA_DIR');

  test('no port of any process', () => {
    const parts = readStackFile(dataDir)?.parts ?? [];
    const open = parts.flatMap(({ name, pid }) =>
      listenersOf(pid).map((listener) => ({ name, ...listener })),
    );
    expect(new Set(open.map(({ name }) => name)).size).toBe(parts.length);
    expect(open.filter(({ isLocal }) => !isLocal)).toEqual([]);
  });

  test('no right to any file or folder of its data', () => {
    const names = readdirSync(dataDir, { recursive: true }).map(String);
    // Copies of the pages are as readable as the pages that were built.
    const kept = names.filter((name) => !name.startsWith('pages/'));
    const openPaths = ['', ...kept].filter((name) => {
      const found = lstatSync(join(dataDir, name), { throwIfNoEntry: false });
      return found && !found.isSymbolicLink() && (found.mode & OTHERS) !== 0;
    });
    expect(openPaths).toEqual([]);
  });

  test.each(['API_URL', 'APP_URL', 'MAIL_URL'])(
    'but its user reaches %s at 127.0.0.1 and at ::1 alike',
    async (name) => {
      const { port } = new URL(environment(name));
      for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
        const path = name === 'API_URL' ? '/health/live' : '/';
        expect((await fetch(`http://${host}:${port}${path}`)).status).toBe(200);
      }
    },
  );
});
