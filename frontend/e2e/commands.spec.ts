import { axeFindings } from './support/axe.ts';
import { picture, projectWith, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('the palette finds projects, files and actions with the keyboard alone', async ({
  page,
  account,
}) => {
  const words = { title: 'Harbour at dawn', client: 'Ferries North' };
  const id = await projectWith(account, [picture('gangway-0042.png')], words);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Harbour at dawn' })).toBeVisible();
  const { keyboard } = page;
  const box = page.getByRole('combobox', { name: 'Projects, files and actions' });
  const find = async (words: string) => {
    await expect(async () => {
      await keyboard.press('ControlOrMeta+k');
      await expect(box).toBeFocused({ timeout: 1000 });
    }).toPass();
    await keyboard.type(words);
  };
  await find('harb');
  await expect(page.getByRole('option', { selected: true })).toContainText('Harbour at dawn');
  expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${id}$`));

  await find('ferries');
  await expect(page.getByRole('group', { name: 'Projects' })).toContainText('Harbour at dawn');
  await keyboard.press('Escape');

  await find('0042');
  await expect(page.getByRole('option')).toContainText('gangway-0042.png');
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'gangway-0042.png' })).toBeVisible();
  await keyboard.press('Escape');

  await find('');
  const groups = page.getByRole('dialog').getByRole('group');
  await expect(groups.first()).toHaveAttribute('aria-label', 'Recent projects');
  await expect(groups.nth(1)).toHaveAttribute('aria-label', 'Harbour at dawn');
  await keyboard.type('status: review');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Status: Review');
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Review' })).toBeChecked();
  // Escape closes the newest layer, which is this message if it comes after the palette.
  await expect(toast(page, 'Project updated successfully')).toBeVisible();

  await find('nothing is called this');
  await expect(page.getByRole('dialog')).toContainText('Nothing found');
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

/** How many parts of an element are large enough for a picture, and filled. */
const boxesIn = (element: Element) =>
  [...element.querySelectorAll('*')].filter(
    (part) =>
      part.clientWidth >= 32 && getComputedStyle(part).backgroundColor !== 'rgba(0, 0, 0, 0)',
  ).length;

test('the palette draws no box for a project without pictures, and its title below the others', async ({
  page,
  account,
}) => {
  await projectWith(account, [picture('gangway.png')], { title: 'Harbour' });
  await projectWith(account, [], { title: 'Ridge' });
  await page.goto('/studio');
  await page.getByRole('button', { name: 'Search' }).click();
  const option = (name: string) => page.getByRole('option', { name });
  await expect(option('Harbour').getByRole('img', { includeHidden: true })).toBeVisible();
  expect(await option('Harbour').evaluate(boxesIn)).toBeGreaterThan(0);
  expect(await option('Ridge').evaluate(boxesIn)).toBe(0);
  const left = async (title: string) => (await page.getByText(title).boundingBox())?.x;
  expect(await left('Ridge')).toBe(await left('Harbour'));
});
