// `npm run lighthouse -w frontend`: scores landing, login, dashboard, list and a project of 40 files on a simulated phone;
// names of pages narrow it. Writes to reports/lighthouse. The exit code is 1 when a score is below its target.
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

import { Api } from '@studiolo/testing/api';
import getPort from 'get-port';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';

import { browserFlags, browserPath } from '../e2e/support/browser.ts';
import { type DemoStack, demoStack, storeSession } from './support/demo-stack.ts';

const FOLDER = join(import.meta.dirname, '../../reports/lighthouse');
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const ROUNDS = 3;
/** The stream of changes of a signed-in page never ends, and Lighthouse would wait 45 s for its end. */
const LONGEST_LOAD_MS = 15_000;
type Category = keyof typeof TARGETS;
const CATEGORIES = Object.keys(TARGETS) as Category[];
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

/** Signs in the profile, in which Lighthouse opens its tab. */
async function signIn(context: BrowserContext, { appUrl, session }: DemoStack): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${appUrl}/robots.txt`);
  await page.evaluate(storeSession, session);
  await page.close();
}

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

interface Round {
  scores: Record<Category, number>;
  report: string;
}

async function score(url: string, port: number): Promise<Round> {
  const result = await lighthouse(url, {
    port,
    output: 'html',
    logLevel: 'error',
    onlyCategories: CATEGORIES,
    maxWaitForLoad: LONGEST_LOAD_MS,
  });
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`);
  const { categories, audits } = result.lhr;
  for (const { id, score, scoreDisplayMode, displayValue, title } of Object.values(audits)) {
    const isBad = score !== null && score < 0.9 && scoreDisplayMode !== 'informative';
    if (isBad) console.log(`    ${id}: ${displayValue ?? title}`);
  }
  const scores = CATEGORIES.map(
    (id) => [id, Math.round((categories[id]?.score ?? 0) * 100)] as const,
  );
  const report = String(result.report);
  return { scores: Object.fromEntries(scores) as Round['scores'], report };
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
const api = new Api(stack.session.token, stack.apiUrl);
const projectId = await makeProject(api);
let missed = 0;
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { name, path, isSignedIn } of chosen) {
    if (isSignedIn) await signIn(context, stack);
    const url = stack.appUrl + path + (name === 'project' ? projectId : '');
    const rounds: Round[] = [];
    while (rounds.length < ROUNDS) rounds.push(await score(url, port));
    // The fastest one may only have been lucky.
    const { scores, report } = rounds.reduce((worst, round) =>
      round.scores.performance < worst.scores.performance ? round : worst,
    );
    await writeFile(join(FOLDER, `${name}.html`), report);
    missed += CATEGORIES.filter((id) => scores[id] < TARGETS[id]).length;
    console.log(`  ${name.padEnd(10)} ${CATEGORIES.map((id) => `${id} ${scores[id]}`).join(', ')}`);
  }
} finally {
  await api.delete(`/api/projects/${projectId}`);
  await context.close();
  await stack.stop();
}
console.log(`Reports are in ${FOLDER}`);
process.exitCode = missed === 0 ? 0 : 1;
