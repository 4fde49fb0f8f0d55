// Checks the first line of commit messages: `node infra/commits/check-message.mjs <file>`, as git's hook calls it, or
// `… <revision>..<revision>` for the commits of a branch. Plain JavaScript, since the hook runs on the machine's Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const LONGEST = 72;
const { workspaces } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** The names of Nx projects, which equal their folders' names, and `docs`. */
const scopes = workspaces
  .flatMap((folder) =>
    folder.endsWith('/*')
      ? readdirSync(new URL(`../../${folder.slice(0, -1)}`, import.meta.url))
      : folder,
  )
  .concat('docs');

function problemOf(subject) {
  if (/^(Merge|Revert|fixup!|squash!) /.test(subject)) return undefined;
  const [, scope] = /^([a-z-]+): \S/.exec(subject) ?? [];
  if (!scopes.includes(scope)) return `begins with none of ${scopes.join(', ')} and a colon`;
  if (subject.length > LONGEST) return `has ${subject.length} characters; ${LONGEST} are the most`;
  return undefined;
}

function subjectsOf(source) {
  if (existsSync(source)) return [readFileSync(source, 'utf8').split('\n')[0]];
  const { stdout, status } = spawnSync('git', ['log', '--format=%s', source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git knows no commits ${source}`);
  return stdout.split('\n').filter((subject) => subject !== '');
}

for (const subject of subjectsOf(process.argv[2])) {
  const problem = problemOf(subject);
  if (problem === undefined) continue;
  console.error(`"${subject}" ${problem}.`);
  process.exitCode = 1;
}
