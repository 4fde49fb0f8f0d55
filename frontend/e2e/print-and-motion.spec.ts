import { axeFindings } from './support/axe.ts';
import { newProject, open, picture, projectWith, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const LONG = 'Northwind_Harbour_Festival_2026-11-21_final_selection_retouched_IMG_0042.png';

test('a printed project page is dark on white, with whole names and without controls', async ({
  page,
  account,
}) => {
  const fields = { title: 'Ridge at Dawn', client: 'Alpine Press', status: 'review' } as const;
  const files = [picture(LONG), sample('notes.txt', 'North window')];
  const id = await projectWith(account, files, fields);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/projects/${id}`);
  const names = page.getByRole('list', { name: 'Files' }).getByTitle(/\.(?:png|txt)$/);
  await expect(names).toHaveText([LONG, 'notes.txt']);
  const cut = () =>
    names.evaluateAll((elements) =>
      elements
        .flatMap((element) => [element, ...element.children])
        .some(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth),
    );
  expect(await cut()).toBe(true);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Ridge at Dawn' })).toBeVisible();
  await expect(page.getByText('Alpine Press')).toBeVisible();
  expect(await cut()).toBe(false);
  for (const role of ['checkbox', 'textbox', 'navigation', 'banner'] as const) {
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0);
  }
  expect(await axeFindings(page, ':root', ['color-contrast'])).toEqual([]);
  // The pictures are printed, although they are buttons.
  const buttons = page.getByRole('button').filter({ visible: true });
  await expect(buttons).toHaveCount(2);
  await expect(buttons.filter({ hasNot: page.locator('img, [data-text]') })).toHaveCount(0);
  await expect(page.getByText('Skip to content')).toBeHidden();
  await buttons.first().click();
  await expect(page.locator('[role="dialog"]')).toHaveCSS('display', 'none');
});

/** A4 at 96 dots per inch, without its margins. */
const PAPER = { width: 718, height: 1046 };

test('the printed board has its columns in turn, and the list all cards', async ({
  page,
  account,
}) => {
  await Promise.all(Array.from({ length: 29 }, () => newProject(account)));
  await newProject(account, { status: 'cancelled' });
  await page.setViewportSize(PAPER);
  // Else a column is measured while it glides to its place below cards that have just come.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/projects?view=board');
  await page.emulateMedia({ media: 'print' });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(30);
  const columns = page.getByRole('main').getByRole('region');
  const boxes = await columns.evaluateAll((all) =>
    all.map((column) => column.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(boxes).toHaveLength(6);
  let end = 0;
  for (const { left, right, top, bottom } of boxes) {
    expect(top).toBeGreaterThanOrEqual(end);
    end = bottom;
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(PAPER.width);
  }
  await open(page, '/projects');
  // All pages of the list may still be on their way; the browser prints what is there when the event ends.
  await expect(async () => {
    const printed = await page.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
      return document.querySelectorAll('article').length;
    });
    expect(printed).toBe(30);
  }).toPass();
});

test('a short page is printed on one sheet', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 1440, height: 2400 });
  await open(page, '/studio');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test('the printed storage has whole names and nothing to press', async ({ page, account }) => {
  const title = 'Northwind Harbour Festival, final selection for the printed programme';
  await projectWith(account, [picture('one.png')], { title });
  await page.setViewportSize(PAPER);
  await open(page, '/storage');
  await page.getByRole('checkbox', { name: 'Select one.png' }).check();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('progressbar')).toHaveCSS('print-color-adjust', 'exact');
  for (const role of ['checkbox', 'button'] as const) {
    await expect(page.getByRole(role).filter({ visible: true }), role).toHaveCount(0);
  }
  for (const name of await page.getByRole('link', { name: title }).all()) {
    expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
  }
});

/** The longest animation or transition of any element or pseudo-element, in seconds; a millisecond is none for an animation. */
function longestMotion(): number {
  const seconds = (times: string) => Math.max(...times.split(',').map(Number.parseFloat));
  const parts = [...document.querySelectorAll('*')].flatMap((element) =>
    [null, '::before', '::after'].map((part) => getComputedStyle(element, part)),
  );
  return Math.max(
    ...parts.flatMap(({ animationDuration, transitionDuration, animationName }) => [
      animationName === 'none' || animationDuration === '0.001s' ? 0 : seconds(animationDuration),
      seconds(transitionDuration),
    ]),
  );
}

test('nothing moves with reduced motion', async ({ page, account }) => {
  const id = await projectWith(account, [picture('one.png')]);
  const states: [path: string, open: () => Promise<void>][] = [
    ['/dashboard', () => page.getByRole('button', { name: 'Logout' }).click()],
    ['/studio', () => page.getByRole('button', { name: 'Search' }).click()],
    [`/projects/${id}`, () => page.getByRole('button', { name: 'Preview one.png' }).click()],
  ];
  for (const [path, open] of states) {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await open();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    expect(await page.evaluate(longestMotion), path).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(longestMotion), path).toBeGreaterThan(0.05);
  }
});

test('cards glide to where a new one moves them, and not to where a narrower window does', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    Element.prototype.animate = function () {
      this.setAttribute('data-glided', '');
      return new Animation();
    };
  });
  const id = await newProject(account, { title: 'Harbour' });
  await open(page, '/projects?view=board');
  const card = page.getByRole('listitem').filter({ hasText: 'Harbour' });
  await expect(card).toBeVisible();
  await newProject(account, { title: 'Ridge' });
  await expect(card).toHaveAttribute('data-glided');

  await page.setViewportSize({ width: 500, height: 900 });
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('[data-glided]'))
      one.removeAttribute('data-glided');
  });
  await account.api.put(`/api/projects/${id}`, { title: 'Harbour at dawn' });
  await expect(card).toContainText('Harbour at dawn');
  await expect(page.locator('[data-glided]')).toHaveCount(0);
});

test('keeps the theme after a reload and sets it before the first paint', async ({
  signedInPage: page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Switch to dark theme' }).last().click();
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
});
