// `npm run screenshots -w frontend`: every page in both themes at four widths, and printed ones, into reports/screenshots, and
// the pictures of the landing page and the README. Arguments narrow this: `npm run screenshots -w frontend -- dashboard pictures`.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { ProjectFields } from '@studiolo/contracts';
import type { Api } from '@studiolo/testing/api';
import { type Browser, chromium, type Page } from 'playwright-core';

import { browserFlags, browserPath } from '../e2e/support/browser.ts';
import { demoPage, type DemoStack, demoStack, settle } from './support/demo-stack.ts';
import { makeProject, RIGHT_TO_LEFT } from './support/made-projects.ts';
import { takeProductPictures } from './support/product-pictures.ts';

const FOLDER = join(import.meta.dirname, '../../reports/screenshots');
const WIDTHS = [360, 768, 1440, 2560];
/** A4 at 96 dots per inch, without its margins. */
const PAPER = 718;
/** A project of the demonstration account with several kinds of files. */
const PROJECT = 'Elena & Tomas';
const THEMES = ['light', 'dark'] as const;

function heightOf(width: number): number {
  if (width < 500) return 780;
  return width < 2000 ? 900 : 1440;
}

interface Shot {
  name: string;
  /** The address; a project that is made for this shot is deleted after it. */
  path: string | ((api: Api) => Promise<string>);
  /** Opens what has no address of its own. */
  open?: (page: Page) => Promise<void>;
  isPublic?: boolean;
  isPrinted?: boolean;
}

const projectOf =
  (count: number, fields: Partial<ProjectFields> = {}) =>
  (api: Api) =>
    makeProject(api, fields, count);
const LONG: Partial<ProjectFields> = {
  title: 'Northwind Harbour Festival, final selection for the printed programme',
  client: 'City of Varn, Culture Office',
  contact: 'culture@varn.example',
  description: 'The opening, the boats and the concert by available light. '.repeat(8),
};

const openFirstProject = async (page: Page) => {
  const link = page.getByRole('main').getByRole('link', { name: PROJECT });
  await link.click();
  await page.getByRole('heading', { level: 1, name: PROJECT }).waitFor();
};

/** Saves the open form after another save that does not come from the page. */
const overtake = async (page: Page) => {
  await openFirstProject(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Elena & Tomas, Lisbon');
  await page.route('**/api/projects/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    const answer = await route.fetch({ method: 'GET' });
    const { project } = (await answer.json()) as { project: object };
    const theirs = { ...project, title: 'Elena & Tomas, the wedding' };
    const body = { success: false, error: 'Changed', project: theirs };
    await route.fulfill({ response: answer, status: 412, json: body });
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await dialog.getByRole('group', { name: 'Title' }).waitFor();
};

const typeIntoPalette = (words: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type(words);
};

const selectFiles = async (page: Page) => {
  await openFirstProject(page);
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  await boxes.nth(0).check();
  await boxes.last().check();
};

const openPreview = async (page: Page) => {
  await openFirstProject(page);
  await page
    .getByRole('button', { name: /^Preview / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img').waitFor();
};

const shots: Shot[] = [
  { name: 'landing', path: '/', isPublic: true },
  { name: 'login', path: '/login', isPublic: true },
  { name: 'register', path: '/register', isPublic: true },
  {
    name: 'register-errors',
    path: '/register',
    isPublic: true,
    open: (page) => page.getByRole('button', { name: 'Create Account' }).click(),
  },
  { name: 'forgot-password', path: '/forgot-password', isPublic: true },
  { name: 'reset-password', path: '/reset-password?token=sample', isPublic: true },
  { name: 'reset-password-invalid', path: '/reset-password', isPublic: true },
  { name: 'undo-email-change', path: '/undo-email-change?token=sample', isPublic: true },
  { name: 'verify-email-failed', path: '/verify-email?email=you@example.com', isPublic: true },
  { name: 'verify-email-pending', path: '/verify-email-pending', isPublic: true },
  { name: 'google-cancelled', path: '/auth/google/callback?error=access_denied', isPublic: true },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'projects', path: '/projects' },
  { name: 'projects-none-found', path: '/projects?search=nothing-is-called-this' },
  { name: 'project-new', path: '/projects/new' },
  { name: 'project', path: '/projects', open: openFirstProject },
  { name: 'project-selection', path: '/projects', open: selectFiles },
  { name: 'project-preview', path: '/projects', open: openPreview },
  { name: 'project-overtaken', path: '/projects', open: overtake },
  { name: 'project-not-found', path: '/projects/none' },
  { name: 'project-0-files', path: projectOf(0) },
  { name: 'project-1-file', path: projectOf(1) },
  { name: 'project-12-files', path: projectOf(12, LONG) },
  { name: 'project-60-files', path: projectOf(60) },
  { name: 'project-right-to-left', path: projectOf(3, RIGHT_TO_LEFT) },
  { name: 'project-printed', path: projectOf(12, LONG), isPrinted: true },
  { name: 'projects-small', path: '/projects?density=small' },
  { name: 'board', path: '/projects?view=board' },
  { name: 'storage', path: '/storage' },
  { name: 'storage-printed', path: '/storage', isPrinted: true },
  { name: 'studio', path: '/studio' },
  { name: 'profile', path: '/profile' },
  { name: 'palette', path: '/dashboard', open: typeIntoPalette('') },
  { name: 'palette-found', path: '/dashboard', open: typeIntoPalette('e') },
  { name: 'palette-nothing', path: '/dashboard', open: typeIntoPalette('zzzz') },
];

async function take(browser: Browser, { appUrl, session }: DemoStack, shot: Shot): Promise<void> {
  const { name, path, isPrinted } = shot;
  const made = typeof path === 'string' ? null : `/projects/${await path(session.api)}`;
  for (const colorScheme of THEMES) {
    for (const width of isPrinted ? [PAPER] : WIDTHS) {
      const visitor = { appUrl, session: shot.isPublic ? null : session };
      const viewport = { width, height: heightOf(width) };
      const page = await demoPage(browser, visitor, { viewport, colorScheme });
      await page.goto(made ?? String(path));
      await settle(page);
      await shot.open?.(page);
      await settle(page);
      if (isPrinted) await page.emulateMedia({ media: 'print' });
      const file = join(FOLDER, `${name}-${colorScheme}-${width}.png`);
      await page.screenshot({ path: file, fullPage: true });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) console.log(`${name} at ${width}: ${overflow} px too wide`);
      await page.context().close();
    }
  }
  if (made) await session.api.delete(`/api${made}`);
}

const wanted = process.argv.slice(2);
const chosen = shots.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const stack = await demoStack();
const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
try {
  await mkdir(FOLDER, { recursive: true });
  for (const shot of chosen) {
    await take(browser, stack, shot);
    console.log(`  ${shot.name}`);
  }
  if (wanted.length === 0 || wanted.includes('pictures')) await takeProductPictures(browser, stack);
} finally {
  await browser.close();
  await stack.stop();
}
console.log(`Screenshots are in ${FOLDER}`);
