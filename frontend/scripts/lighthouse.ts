// `npm run lighthouse -w frontend`: measures landing, login, dashboard, list and a project of 40 files on a simulated phone,
// each in turn with a bare page of React and the router from the same server: how many times as long a page takes holds on
// any machine. Names of pages narrow it. Writes to reports/lighthouse. The exit code is 1 when a target is missed.
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

import type { Api } from '@studiolo/testing/api';
import getPort from 'get-port';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { chromium } from 'playwright-core';

import { signInAs } from '../e2e/support/accounts.ts';
import { browserFlags, browserPath } from '../e2e/support/browser.ts';
import { barePage } from './support/bare-page.ts';
import { demoStack } from './support/demo-stack.ts';
import { middleOf, ROUNDS, spread } from './support/rounds.ts';

const FOLDER = join(import.meta.dirname, '../../reports/lighthouse');
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** These are to be 100. */
const WHOLE = CATEGORIES.slice(1);
/** In milliseconds, and how many times that of the bare page it may be. */
const TIMES = { 'total-blocking-time': 1.5, 'largest-contentful-paint': 1.3 };
/** What is less than one long task is no difference. */
const LONG_TASK_MS = 50;
/** The stream of changes of a signed-in page never ends, and Lighthouse would wait 45 s for its end. */
const LONGEST_LOAD_MS = 15_000;
type Time = keyof typeof TIMES;
type Round = RunnerResult['lhr'];
const FILES = 40;
const PICTURES = join(import.meta.dirname, '../../infra/demo/files');
// Those for everybody come first, because the profile keeps the session.
const PAGES = [
  { name: 'landing', path: '/', isSignedIn: false },
  { name: 'login', path: '/login', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', isSignedIn: true },
  { name: 'projects', path: '/projects', isSignedIn: true },
  { name: 'project', path: '/projects/', isSignedIn: true },
];

/** Makes a project with pictures, and returns its id. */
async function makeProject(api: Api): Promise<string> {
  const id = await api.newProject({ title: 'Forty frames', client: 'Meridian Hotels' });
  const names = (await readdir(PICTURES)).filter((name) => /\.(jpg|png|webp)$/.test(name));
  const files: File[] = [];
  for (let index = 0; index < FILES; index += 1) {
    const name = names[index % names.length] ?? '';
    files.push(new File([await openAsBlob(join(PICTURES, name))], `${index}-${name}`));
  }
  const { status, body } = await api.upload(id, files);
  if (status !== 201) throw new Error(`The upload answered ${status}: ${String(body.error)}`);
  return id;
}

async function run(url: string, port: number): Promise<RunnerResult> {
  const result = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    maxWaitForLoad: LONGEST_LOAD_MS,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.code}: ${runtimeError.message}`);
  return result;
}

const scoreIn = (lhr: Round, id: string) => Math.round((lhr.categories[id]?.score ?? 0) * 100);
const timeIn = (lhr: Round, id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;

function ordered(rounds: readonly Round[], measure: (lhr: Round) => number): number[] {
  return rounds.map(measure).sort((one, other) => one - other);
}

/** Prints what a page took, and stores the report of its round of median performance. */
async function report(name: string, results: RunnerResult[]): Promise<Round[]> {
  results.sort((one, other) => scoreIn(one.lhr, 'performance') - scoreIn(other.lhr, 'performance'));
  const middle = middleOf(results);
  await writeFile(join(FOLDER, `${name}.html`), String(middle.report));
  const rounds = results.map(({ lhr }) => lhr);
  const scores = CATEGORIES.map(
    (id) => `${id} ${spread(ordered(rounds, (lhr) => scoreIn(lhr, id)))}`,
  );
  console.log(`  ${name.padEnd(10)} ${scores.join(', ')}`);
  for (const id of Object.keys(TIMES))
    console.log(
      `    ${id}: ${spread(
        ordered(rounds, (lhr) => timeIn(lhr, id)),
        ' ms',
      )}`,
    );
  return rounds;
}

/** What a page misses, in words; prints how many times as long as the bare page it takes. */
function misses(rounds: readonly Round[], bare: readonly Round[]): string[] {
  const notWhole = WHOLE.filter((id) => rounds.some((lhr) => scoreIn(lhr, id) < 100));
  const tooSlow = (Object.keys(TIMES) as Time[]).filter((id) => {
    const [own, floor] = [rounds, bare].map((all) =>
      middleOf(ordered(all, (lhr) => timeIn(lhr, id))),
    );
    const ratio = Math.max(own ?? 0, LONG_TASK_MS) / Math.max(floor ?? 0, LONG_TASK_MS);
    console.log(`    ${id}: ${ratio.toFixed(2)} times the bare page, at most ${TIMES[id]}`);
    return ratio > TIMES[id];
  });
  return [...notWhole, ...tooSlow];
}

const wanted = process.argv.slice(2);
const chosen = PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const port = await getPort();
const context = await chromium.launchPersistentContext('', {
  executablePath: await browserPath(),
  args: [...browserFlags, `--remote-debugging-port=${port}`],
});
// The browser goes first, because a phone does not run the servers.
setPriority(constants.priority.PRIORITY_LOW);
const stack = await demoStack();
const bare = await barePage();
const { api } = stack.session;
const projectId = await makeProject(api);
let missed = 0;
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, isSignedIn } of chosen) {
    // Lighthouse opens its tab in the same profile.
    if (isSignedIn) await signInAs(context, stack.session, stack.appUrl);
    const url = stack.appUrl + path + (name === 'project' ? projectId : '');
    const [own, floor]: [RunnerResult[], RunnerResult[]] = [[], []];
    // In turn, so that both meet what else the machine does.
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await run(url, port));
      floor.push(await run(bare.url, port));
    }
    const rounds = await report(name, own);
    const missing = misses(rounds, await report(`bare-page-of-${name}`, floor));
    if (missing.length > 0) console.log(`    missed: ${missing.join(', ')}`);
    missed += missing.length;
  }
} finally {
  await api.delete(`/api/projects/${projectId}`);
  await context.close();
  await bare.stop();
  await stack.stop();
}
console.log(`Reports are in ${FOLDER}`);
process.exitCode = missed === 0 ? 0 : 1;
