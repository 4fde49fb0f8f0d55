import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const WORKSPACE = join(import.meta.dirname, '../..');
const PACKAGE = join(WORKSPACE, 'libs/transport');
const MODULES = join(WORKSPACE, 'node_modules');

async function run(
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

/** The package of the transport as `npm pack` makes it, and an application beside it that has its examples. */
export class PackedPackage {
  readonly folder: string;
  readonly tarball: string;

  private constructor(folder: string, tarball: string) {
    this.folder = folder;
    this.tarball = tarball;
  }

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

  /** Installs the tarball from npm, and further packages beside it. */
  async install(...packages: readonly string[]): Promise<void> {
    const args = ['install', '--no-audit', '--no-fund', this.tarball, ...packages];
    await run('npm', args, this.application);
  }

  /** Compiles the examples against the packed types. */
  async compile(): Promise<void> {
    await run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', '.'], this.application);
  }

  runExample(name: string, redisUrl: string, env = {}): Promise<string> {
    const all = { ...env, REDIS_URL: redisUrl };
    return run(process.execPath, [`${name}.js`], this.application, all);
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
