// `node infra/release/release-notes.mjs v0.1.0`: prints the section of CHANGELOG.md for this version. Refuses a version
// that differs from a package's or the chart's. Plain JavaScript, so that it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

/** @throws Error with every file that has another version */
function checkVersions(version) {
  const list = execFileSync('git', ['ls-files', '*package.json'], { cwd: root, encoding: 'utf8' });
  const manifests = list.trim().split('\n');
  const wrong = manifests.filter((path) => JSON.parse(read(path)).version !== version);
  const chart = 'infra/helm/studiolo/Chart.yaml';
  const inChart = [...read(chart).matchAll(/^(?:version|appVersion): (\S+)$/gm)].map(
    ([, one]) => one,
  );
  if (inChart.length !== 2 || inChart.some((one) => one !== version)) wrong.push(chart);
  if (wrong.length > 0)
    throw new Error(`These files have another version than ${version}: ${wrong.join(', ')}`);
}

/** @throws Error when the changelog has no section of this version, or an empty one */
function sectionOf(version) {
  const section = read('CHANGELOG.md')
    .split(/^## /m)
    .find((text) => text.startsWith(`${version} - `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return notes;
}

try {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(process.argv[2] ?? '') ?? [];
  if (version === undefined)
    throw new Error('Usage: node infra/release/release-notes.mjs v<version>');
  checkVersions(version);
  console.log(sectionOf(version));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
