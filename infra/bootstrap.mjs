// Runs before `npm start`, `npm run dev` and `npm test` on whatever Node the machine has, before anything is
// installed: plain JavaScript, no packages. Installs what package-lock.json names unless it is there already.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';

const OLDEST_NODE = 20;
const PROGRESS_EVERY_MS = 10_000;
const root = join(import.meta.dirname ?? '.', '..');

const readJson = (...path) => {
  try {
    return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  } catch {
    return undefined;
  }
};

/** True when every package of the lock file is installed in its version; optional ones depend on the machine. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages ?? {};
  const present = readJson('node_modules', '.package-lock.json')?.packages;
  const isThere = ([path, entry]) =>
    path === '' || entry.optional || present[path]?.version === entry.version;
  return present !== undefined && Object.entries(wanted).every(isThere);
}

function install() {
  // `npm ci` clears node_modules first, so a half-made one is completed by `npm install` instead.
  const command = existsSync(join(root, 'node_modules')) ? 'install' : 'ci';
  const began = Date.now();
  console.log(`Installing packages (npm ${command}); the first time takes a minute or two …`);
  const tick = setInterval(() => {
    console.log(`  still installing (${Math.round((Date.now() - began) / 1000)} s)`);
  }, PROGRESS_EVERY_MS);
  const npm = spawn('npm', [command, '--no-audit', '--no-fund', '--loglevel=error'], {
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
    if (code === 0)
      console.log(`Packages installed in ${Math.round((Date.now() - began) / 1000)} s.`);
    else console.error(`npm ${command} failed (code ${code}). What it printed above says why.`);
    process.exitCode = code ?? 1;
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
