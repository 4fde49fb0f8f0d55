// Runs before `npm start`, `npm run dev` and `npm test` on the machine's own Node, before anything is installed: plain
// JavaScript, no packages. Installs the packages of package-lock.json unless they are installed already.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const PROGRESS_EVERY_MS = 5_000;
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

/** Returns a function that prints how many of the lock file's packages are unpacked, if the number has changed. */
function progress(seconds) {
  const paths = Object.entries(readJson('package-lock.json')?.packages ?? {})
    .filter(([path, entry]) => path !== '' && !entry.optional)
    .map(([path]) => path);
  let last = -1;
  return () => {
    const count = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    if (count === last) return;
    last = count;
    const rest = count === paths.length ? '; now their install scripts' : '';
    console.log(`  ${count} of ${paths.length} packages unpacked (${seconds()} s)${rest}`);
  };
}

/** Node 24 is a package whose install script puts its binary here; it runs everything else. */
const hasOwnNode = () =>
  ['node', 'node.exe'].some((name) => existsSync(join(root, 'node_modules', 'node', 'bin', name)));

/** Explains why an installation with this exit code has failed; undefined if it has not. */
function failure(code) {
  if (code !== 0) return `npm install failed (code ${code}). Its output above says why.`;
  if (hasOwnNode()) return undefined;
  return 'npm is set to run no install scripts, but the packages of Node and PostgreSQL need theirs. Run: npm rebuild --ignore-scripts=false';
}

function install() {
  const began = Date.now();
  console.log('Installing packages; the first time takes a minute or two …');
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const tick = setInterval(progress(seconds), PROGRESS_EVERY_MS);
  // Not `npm ci`, which refuses a lock file that lacks optional binaries of this system. This installs exactly the
  // versions of the lock file, too, and leaves the file unchanged.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', flags, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  npm.on('error', (error) => {
    clearInterval(tick);
    console.error(`npm could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  npm.on('exit', (code) => {
    clearInterval(tick);
    const problem = failure(code);
    if (problem) console.error(problem);
    else console.log(`Packages installed in ${seconds()} s.`);
    process.exitCode = problem ? 1 : 0;
  });
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `Studiolo needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
} else if (!isInstalled()) {
  install();
}
