import type { Locator } from '@playwright/test';

import { newProject, open, picture, projectWith } from './support/studio.ts';
import { expect, test } from './support/test.ts';

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`the dense list shows status, frame, title, client, files and date in 44 px at ${viewport.width} px`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport);
    const fields = { title: 'Ridge at Dawn', client: 'Alpine Press', status: 'review' } as const;
    await projectWith(account, [picture('a.png'), picture('b.png')], fields);
    await newProject(account, { title: 'Harbour' });
    await open(page, '/projects');
    await page.getByRole('button', { name: 'Small' }).click();
    await expect(page).toHaveURL('/projects?density=small');
    const row = page.getByRole('listitem').filter({ hasText: 'Ridge at Dawn' });
    await expect.poll(async () => (await row.boundingBox())?.height).toBe(44);
    const shown = [
      row.getByRole('button', { name: 'Status of Ridge at Dawn: Review. Change' }),
      row.locator('img'),
      ...['Ridge at Dawn', 'Alpine Press', '2 files'].map((text) => row.getByText(text)),
      row.getByRole('time'),
    ];
    const outer = (await row.boundingBox())!;
    for (const part of shown) {
      const { x, y, width, height } = (await part.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThan(8);
      expect(x).toBeGreaterThanOrEqual(outer.x - 1);
      expect(x + width).toBeLessThanOrEqual(outer.x + outer.width + 1);
      expect(y + height).toBeLessThanOrEqual(outer.y + outer.height + 1);
    }
    await page.reload();
    await expect(page.getByRole('button', { name: 'Small' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(row).toBeVisible();
    expect((await row.boundingBox())?.height).toBe(44);
  });
}

test('rows of projects have a place for a picture only where one of them has a picture', async ({
  page,
  account,
}) => {
  const leftOf = async (title: Locator) => (await title.boundingBox())!.x;
  const rows = page.getByRole('main').getByRole('link', { name: 'Ridge', exact: true });
  const found = page.getByRole('option', { name: /Ridge/ }).getByText('Ridge', { exact: true });
  const places = async () => {
    await open(page, '/projects?density=small');
    const row = await leftOf(rows);
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('dialog').locator('[aria-busy]')).toHaveCount(0);
    return { row, found: await leftOf(found) };
  };
  await newProject(account, { title: 'Ridge' });
  const bare = await places();
  await projectWith(account, [picture('a.png')], { title: 'Harbour' });
  const withPictures = await places();
  expect(withPictures.row - bare.row).toBe(68);
  expect(withPictures.found - bare.found).toBe(60);
});

for (const density of ['large', 'small']) {
  test(`the list of ${density} projects is one Tab stop: arrows move, Space opens the status, Enter the project`, async ({
    page,
    account,
  }) => {
    for (const title of ['Three', 'Two', 'One']) await newProject(account, { title });
    await open(page, `/projects?density=${density}`);
    await expect(page.getByRole('button', { name: /^Status of/ })).toHaveCount(3);
    const stops = '[role="list"][aria-label="Projects"] :is(a, button):not([tabindex="-1"])';
    await expect(page.locator(stops)).toHaveCount(1);
    const list = page.getByRole('list', { name: 'Projects' });
    await list.getByRole('link', { name: 'One' }).focus();
    await page.keyboard.press(density === 'large' ? 'ArrowRight' : 'ArrowDown');
    await expect(list.getByRole('link', { name: 'Two' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('menu', { name: 'Status of Two' })).toBeVisible();
    await page.keyboard.press('Escape');
    await list.getByRole('link', { name: 'Two' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Two' })).toBeVisible();
  });
}

test('Active leads to the projects that it counts, in the list and on the board', async ({
  page,
  account,
}) => {
  for (const status of ['todo', 'review', 'in_progress', 'done', 'on_hold', 'cancelled'] as const)
    await newProject(account, { title: status, status });
  await open(page, '/dashboard');
  await page.getByRole('link', { name: 'Active: 3' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('active');
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(page.getByRole('region').filter({ has: page.getByRole('article') })).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('All Status');
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.getByRole('option', { name: 'Active' })).toHaveCount(0);
});

test('the board shows its first cards before it draws the others', async ({ page, account }) => {
  test.setTimeout(120_000);
  for (let number = 0; number < 40; number++) await newProject(account, { title: `No. ${number}` });
  await open(page, '/projects');
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const cards = document.querySelectorAll('section article').length;
      if (cards === 0) return;
      document.documentElement.dataset.firstCards ??= String(cards);
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Board' }).click();
  await expect(page.getByRole('article')).toHaveCount(40);
  expect(await page.locator('html').getAttribute('data-first-cards')).toBe('6');
});

test('what could not be loaded of a list is still, unlike what is on its way', async ({
  signedInPage: page,
}) => {
  await page.route('**/api/projects**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/projects');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  const moving = () =>
    page.getByRole('main').evaluate((main) => {
      const places = [...main.querySelectorAll('[aria-hidden]:empty')];
      return places.filter((place) => getComputedStyle(place).animationName !== 'none').length;
    });
  await expect.poll(moving).toBe(0);
});
