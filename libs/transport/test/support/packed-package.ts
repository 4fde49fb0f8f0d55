import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '../..');
const WORKSPACE = join(PACKAGE, '../..');
const MODULES = join(WORKSPACE, 'node_modules');
const PEERS = ['@nestjs', 'ioredis', 'reflect-metadata', 'rxjs', '@types'];

export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } };
  return promisify(execFile)(command, args, options).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${command} ${args.join(' ')}: ${error.stdout}${error.stderr}`);
    },
  );
}

/** Runs a program of the workspace's development packages. */
export function runTool(path: string, args: readonly string[], cwd: string): Promise<string> {
  return run(process.execPath, [join(MODULES, path), ...args], cwd);
}

/** The package as `npm pack` makes it, and an application beside it that has its examples. */
export class PackedPackage {
  private constructor(
    readonly folder: string,
    readonly tarball: string,
  ) {}

  /** Packs a copy of the sources: others may be running what `dist` holds. */
  static async make(): Promise<PackedPackage> {
    const folder = await mkdtemp(join(tmpdir(), 'transport-packed-'));
    const copy = join(folder, 'workspace/libs/transport');
    const isSource = (path: string) => !['node_modules', 'dist'].includes(basename(path));
    await cp(PACKAGE, copy, { recursive: true, filter: isSource });
    for (const file of ['.swcrc', 'tsconfig.base.json'])
      await cp(join(WORKSPACE, file), join(folder, 'workspace', file));
    await symlink(MODULES, join(folder, 'workspace/node_modules'), 'junction');
    await run('npm', ['pack', '--pack-destination', folder], copy);
    const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
    const packed = new PackedPackage(folder, join(folder, tarball));
    await packed.makeApplication();
    return packed;
  }

  get application(): string {
    return join(this.folder, 'application');
  }

  /** Puts the tarball beside the peers that the workspace has installed. */
  async installOffline(): Promise<void> {
    const modules = join(this.application, 'node_modules');
    const { name } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
      name: string;
    };
    const target = join(modules, name);
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', this.tarball, '-C', target, '--strip-components', '1'], modules);
    for (const peer of PEERS) {
      await mkdir(dirname(join(modules, peer)), { recursive: true });
      await symlink(join(MODULES, peer), join(modules, peer), 'junction');
    }
  }

  /** Compiles the examples against the packed types. */
  async compile(): Promise<void> {
    await runTool('typescript/bin/tsc', ['-p', '.'], this.application);
  }

  runExample(name: string, redisUrl: string): Promise<string> {
    const env = { REDIS_URL: redisUrl };
    return run(process.execPath, [`${name}.js`], this.application, env);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async makeApplication(): Promise<void> {
    await cp(join(PACKAGE, 'examples'), this.application, { recursive: true });
    const compilerOptions = {
      ...{ target: 'es2024', module: 'nodenext', strict: true, skipLibCheck: true },
      ...{ types: ['node'], experimentalDecorators: true, emitDecoratorMetadata: true },
    };
    const files = { 'package.json': { type: 'module' }, 'tsconfig.json': { compilerOptions } };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(this.application, name), JSON.stringify(content));
  }
}
