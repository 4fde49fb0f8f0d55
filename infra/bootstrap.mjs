// Runs before `npm start`, `npm run dev` and `npm test` on the machine's own Node, before anything is installed: plain
// JavaScript, no packages. Installs the packages of package-lock.json unless they are installed already.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL('..', import.meta.url));

const readJson = (...path) => {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * True when every package of the lock file is installed in its version. Ignores optional ones, which depend on the
 * machine.
 */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages ?? {};
  const present = readJson('node_modules', '.package-lock.json')?.packages;
  const isThere = ([path, entry]) =>
    path === '' || entry.optional || present[path]?.version === entry.version;
  return present !== undefined && Object.entries(wanted).every(isThere);
}

/** Node 24 is a package whose install script puts its binary here; it runs everything else. */
const hasOwnNode = () =>
  ['node', 'node.exe'].some((name) => existsSync(join(root, 'node_modules', 'node', 'bin', name)));

/** Explains why an installation has failed; undefined if it has not. */
function failure({ error, status }) {
  if (error) return `npm could not be started: ${error.message}`;
  if (status !== 0) return `npm install failed (code ${status}). Its output above says why.`;
  if (hasOwnNode()) return undefined;
  return 'npm is set to run no install scripts, but the packages of Node and PostgreSQL need theirs. Run: npm rebuild --ignore-scripts=false';
}

function install() {
  const began = Date.now();
  console.log('Installing packages; the first time takes a minute or two …');
  // Not `npm ci`, which refuses a lock file that lacks optional binaries of this system. This installs exactly the
  // versions of the lock file, too, and leaves the file unchanged.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', flags, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const problem = failure(npm);
  if (problem) console.error(problem);
  else console.log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`);
  process.exitCode = problem ? 1 : 0;
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `Studiolo needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
} else if (!isInstalled()) {
  install();
}
