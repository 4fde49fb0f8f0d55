import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { runProgram } from '../../support/run-program.ts';

const VERSION = '4.32.5';
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'studiolo');
const FOLDER = join(CACHE, `schemathesis-${VERSION}`);
const PROGRAM = join(FOLDER, 'bin', 'schemathesis');

/** The path of Schemathesis, which is installed from PyPI the first time; undefined, with a warning, if it cannot be. */
export async function provideSchemathesis(): Promise<string | undefined> {
  if (existsSync(PROGRAM)) return PROGRAM;
  try {
    await mkdir(CACHE, { recursive: true });
    await run('python3', ['-m', 'venv', FOLDER]);
    await run(join(FOLDER, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`]);
    return PROGRAM;
  } catch (error) {
    await rm(FOLDER, { recursive: true, force: true });
    console.warn(`Schemathesis is skipped, since it cannot be installed: ${String(error)}`);
    return undefined;
  }
}

async function run(program: string, args: string[]): Promise<void> {
  const { code, text } = await runProgram(program, args);
  if (code !== 0) throw new Error(text.trim());
}
