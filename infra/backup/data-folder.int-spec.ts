import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { eventually } from '@studiolo/testing/eventually';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { isAlive } from '../test/is-alive.ts';

const folder = temporaryFolder();
const dataDir = () => join(folder(), 'data');
const archive = () => join(folder(), 'studiolo.tar.gz');

beforeEach(() => mkdir(dataDir()));

const newInstallation = async () => {
  await mkdir(join(dataDir(), 'secrets'));
  await writeFile(join(dataDir(), 'secrets', 'secrets.json'), '{}');
};

function start(task: 'backup' | 'restore', DATA_DIR = dataDir()) {
  const args = [join(import.meta.dirname, 'data-folder.ts'), task, archive()];
  const PATH = `${join(folder(), 'bin')}:${process.env.PATH}`;
  const env = { ...process.env, PATH, DATA_DIR, DATABASE_URL: '', S3_ENDPOINT: '' };
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function endOf(child: ReturnType<typeof start>) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}

/** Puts a program named tar first on the PATH. */
async function replaceTar(script: string) {
  await mkdir(join(folder(), 'bin'));
  await writeFile(join(folder(), 'bin', 'tar'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe('the backup of a data folder', () => {
  test('that is ended leaves neither tar nor a part of the archive', async () => {
    await newInstallation();
    const pidFile = join(folder(), 'pid');
    // The signal comes as early as one can: from the first line of tar.
    await replaceTar(`echo $$ > "${pidFile}"; kill -TERM $PPID; echo part > "$3"; exec sleep 60`);
    const { code } = await endOf(start('backup'));
    expect(code).not.toBe(0);
    await eventually(() => expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false));
    expect((await readdir(folder())).sort()).toEqual(['bin', 'data', 'pid']);
    expect(existsSync(join(dataDir(), 'stack.json'))).toBe(false);
  });

  test('does not touch what the tar of a killed run still writes', async () => {
    await newInstallation();
    await replaceTar('echo whole > "$3"');
    await writeFile(`${archive()}.unfinished`, 'of another run');
    expect(await endOf(start('backup'))).toMatchObject({ code: 0 });
    expect(readFileSync(`${archive()}.unfinished`, 'utf8')).toBe('of another run');
  });

  test('becomes whole when nobody reads its progress', async () => {
    await newInstallation();
    await replaceTar('sleep 2.5; echo whole > "$3"');
    const running = start('backup');
    running.stdout.destroy();
    expect(await endOf(running)).toEqual({ code: 0, text: '' });
    expect(readFileSync(archive(), 'utf8')).toBe('whole\n');
  });

  test('is refused for a folder without an installation', async () => {
    const { code, text } = await endOf(start('backup'));
    expect(text).toContain(`There is no installation in ${dataDir()}`);
    expect(code).toBe(1);
    expect(existsSync(archive())).toBe(false);
  });

  test('is not restored from an archive of something else', async () => {
    await newInstallation();
    const other = spawn('tar', ['-czf', archive(), '-C', join(dataDir(), 'secrets'), '.']);
    await once(other, 'close');
    const target = join(folder(), 'target');
    const { code, text } = await endOf(start('restore', target));
    expect(text).toContain(`${archive()} is no backup of Studiolo.`);
    expect(code).toBe(1);
    expect(existsSync(target)).toBe(false);
  });
});
