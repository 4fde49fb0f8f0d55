import { movedOn } from './support/layout-shift.ts';
import { hold, newProject, open, projectOf } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const WORDY = {
  title: 'Elena and Tomas, the wedding in the old garden',
  client: 'Elena Marchetti',
  contact: 'elena.marchetti@mail.example',
  description: 'First look, ceremony, and the party by available light. '.repeat(6),
};

for (const viewport of WIDTHS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('nothing moves while the dashboard loads its figures', async ({ page, account }) => {
      await newProject(account);
      const release = await hold(page, '**/api/storage/usage');
      await page.goto('/dashboard');
      await expect(page.getByRole('link', { name: 'Total Projects: 1' })).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      release();
      await expect(page.getByRole('link', { name: 'Storage: 0.0 MB of 5 MB' })).toBeVisible();
      expect(await movedOn(page)).toEqual([]);
    });

    test('nothing moves while Storage loads its figures and then its 41 files', async ({
      page,
      account,
    }) => {
      for (const count of [20, 20, 1]) await projectOf(account, count);
      const releaseUsage = await hold(page, '**/api/storage/usage');
      const releaseFiles = await hold(page, /\/api\/projects\/[0-9a-f-]{36}$/);
      await page.goto('/storage');
      await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
      releaseUsage();
      await expect(page.getByRole('table')).toBeVisible();
      releaseFiles();
      await expect(page.getByRole('row')).toHaveCount(42);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      expect(await movedOn(page)).toEqual([]);
    });

    test('nothing moves when a project with a long title and description comes, by its address or from the list', async ({
      page,
      account,
    }) => {
      const id = await projectOf(account, 6, WORDY);
      const release = await hold(page, `**/api/projects/${id}`);
      await page.goto(`/projects/${id}`);
      await expect(page.locator('[inert]')).toHaveCount(0);
      release();
      const frame = page.locator('[data-frame="IMG_0.png"]');
      await expect(frame.locator('img')).toBeVisible();
      expect(await movedOn(page)).toEqual([]);

      await page.unroute(`**/api/projects/${id}`);
      await open(page, '/projects');
      const releaseAgain = await hold(page, `**/api/projects/${id}`);
      await page.getByRole('link', { name: WORDY.title }).click();
      await expect(frame).toBeVisible();
      const place = await frame.boundingBox();
      releaseAgain();
      // It opens once the answer is there.
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect(page.getByRole('dialog', { name: 'Edit Project' })).toBeVisible();
      expect(await frame.boundingBox()).toEqual(place);
      expect(await movedOn(page)).toEqual([]);
    });

    test('nothing moves when a project is not found', async ({ signedInPage: page }) => {
      const release = await hold(page, '**/api/projects/none');
      await page.goto('/projects/none');
      await expect(page.getByRole('heading', { name: 'Loading project' })).toBeAttached();
      release();
      await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
      expect(await movedOn(page)).toEqual([]);
    });

    test('a board with a cancelled project has six columns as soon as it has any', async ({
      page,
      account,
    }) => {
      for (const status of ['todo', 'review', 'cancelled'] as const)
        await newProject(account, { status });
      const releaseCounts = await hold(page, '**/api/projects/summary*');
      const releaseCards = await hold(page, '**/api/projects?*');
      await page.goto('/projects?view=board');
      const columns = page.getByRole('main').getByRole('region');
      await expect(page.getByLabel('Search')).toBeVisible();
      await expect(columns).toHaveCount(0);
      releaseCounts();
      await expect(columns).toHaveCount(6);
      await columns.first().evaluate((column) => column.setAttribute('data-first', ''));
      releaseCards();
      await expect(page.getByRole('article')).toHaveCount(3);
      await expect(columns).toHaveCount(6);
      // The same elements as before their cards.
      await expect(page.locator('[data-first]').getByRole('article')).toHaveCount(1);
      expect(await movedOn(page)).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  for (const fields of [
    {},
    { contact: 'elena.marchetti@mail.example' },
    { description: WORDY.description },
  ]) {
    test(`nothing moves when a project comes with ${Object.keys(fields).join() || 'a client'}`, async ({
      page,
      account,
    }) => {
      const id = await projectOf(account, 6, { client: 'Elena Marchetti', ...fields });
      const release = await hold(page, `**/api/projects/${id}`);
      await page.goto(`/projects/${id}`);
      await expect(page.locator('[inert]')).toHaveCount(0);
      const topOf = async (frame: string) => (await page.locator(frame).first().boundingBox())!.y;
      const expected = await topOf('[aria-busy] [data-density] > *');
      release();
      await expect(page.getByRole('button', { name: 'Preview IMG_0.png' })).toBeVisible();
      expect(await topOf('[data-frame]')).toBeCloseTo(expected, 0);
    });
  }

  test('nothing moves when a long description gets its button', async ({ page, account }) => {
    const description = 'First look, ceremony, and the party by available light. '.repeat(6);
    await open(page, `/projects/${await projectOf(account, 6, { description })}`);
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
    expect(await movedOn(page)).toEqual([]);
  });
});

test('a project created elsewhere moves no card that a phone shows', async ({ page, account }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (let number = 0; number < 16; number++) await newProject(account, { title: `No. ${number}` });
  await page.goto('/projects');
  const card = page.getByRole('article').filter({ hasText: 'No. 8' });
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(card).toBeInViewport({ timeout: 500 });
  }).toPass();
  const before = (await card.boundingBox())?.y;
  await expect(async () => {
    await newProject(account, { title: 'From elsewhere' });
    await expect(page.getByText(/^(?:1[7-9]|2\d) projects$/).first()).toBeAttached({
      timeout: 5_000,
    });
  }).toPass();
  await expect.poll(async () => (await card.boundingBox())?.y).toBeCloseTo(before ?? 0, 0);
});
