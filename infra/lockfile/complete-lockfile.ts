// `npm run lockfile`: npm leaves out of package-lock.json the optional packages of other platforms when it installs
// from a registry that does not carry them, and `npm ci` then refuses the file everywhere. This adds their names.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface LockedPackage {
  version?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64'];

/** The optional packages that the file asks for and does not list, by the path they would have. */
export function missingPackages({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!isListed(packages, path, name)) missing[`node_modules/${name}`] = entry(name, version);
    }
  }
  return missing;
}

/** Whether Node would find the package from `path`, walking up as it does. */
function isListed(packages: Lockfile['packages'], path: string, name: string): boolean {
  if (packages[join(path, 'node_modules', name)]) return true;
  if (path === '') return false;
  const parent = path.lastIndexOf('node_modules/');
  return isListed(packages, parent < 1 ? '' : path.slice(0, parent - 1), name);
}

function entry(name: string, version: string): LockedPackage {
  const words = name.split(/[-/]/);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.some((word) => word === processor));
  return { version, optional: true, os, cpu: cpu.length > 0 ? cpu : ['arm'] };
}

const ROOT = join(import.meta.dirname, '..', '..');
/** The repository's own, and those of the products that the benchmark installs. */
export const LOCKFILES = [
  '.',
  ...['parse', 'directus'].map((name) => join('infra', 'bench', 'peers', name)),
].map((folder) => join(ROOT, folder, 'package-lock.json'));

function complete(file: string): void {
  const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
  const missing = missingPackages(lockfile);
  const packages = Object.entries({ ...lockfile.packages, ...missing }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  writeFileSync(
    file,
    `${JSON.stringify({ ...lockfile, packages: Object.fromEntries(packages) }, null, 2)}\n`,
  );
  const name = relative(ROOT, file);
  console.log(`${Object.keys(missing).length} optional packages added to ${name}`);
}

if (import.meta.main) LOCKFILES.forEach(complete);
