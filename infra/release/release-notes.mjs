// `node infra/release/release-notes.mjs v0.1.0`: prints the section of CHANGELOG.md for this version. Refuses a version
// that differs from a package's or the chart's, lines under Unreleased, and a tag that is not on the commit of the
// changelog. Plain JavaScript, so that it runs before anything is installed.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** @throws Error when the tag exists on another commit than the one that wrote the changelog */
function checkTag(tag) {
  if (git('tag', '--list', tag) === '') return;
  const tagged = git('rev-parse', `${tag}^{commit}`);
  const written = git('log', '-1', '--format=%H', '--', 'CHANGELOG.md');
  if (tagged !== written)
    throw new Error(`${tag} is not the commit that wrote the changelog: ${written}`);
}

/** @throws Error with every file that has another version */
function checkVersions(version) {
  // The transport has versions of its own.
  const manifests = git('ls-files', '*package.json', ':!libs/transport').split('\n');
  const wrong = manifests.filter((path) => JSON.parse(read(path)).version !== version);
  const chart = 'infra/helm/studiolo/Chart.yaml';
  const inChart = [...read(chart).matchAll(/^(?:version|appVersion): (\S+)$/gm)].map(
    ([, one]) => one,
  );
  if (inChart.length !== 2 || inChart.some((one) => one !== version)) wrong.push(chart);
  if (wrong.length > 0)
    throw new Error(`These files have another version than ${version}: ${wrong.join(', ')}`);
}

/** @throws Error when the changelog has no section of this version, or lines that belong to none */
function sectionOf(version) {
  const sections = read('CHANGELOG.md').split(/^## /m);
  const unreleased = sections.find((text) => /^\[?Unreleased/.test(text));
  if (unreleased?.includes('\n- ')) throw new Error('CHANGELOG.md has lines under Unreleased');
  const section = sections.find((text) => text.startsWith(`${version} - `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return notes;
}

try {
  const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(process.argv[2] ?? '') ?? [];
  if (version === undefined)
    throw new Error('Usage: node infra/release/release-notes.mjs v<version>');
  checkVersions(version);
  checkTag(`v${version}`);
  console.log(sectionOf(version));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
