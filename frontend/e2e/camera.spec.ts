import { photo, raw } from './support/media.ts';
import { newProject, storeFile, text } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('the preview says what the camera wrote, to be copied, and shows the picture inside of a RAW', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await newProject(account);
  await page.goto('/studio');
  await storeFile(account, id, await photo(page, 'one.jpg', 'Contarex Bullseye'));
  await storeFile(account, id, await raw(page, 'two.CR2'));
  await storeFile(account, id, text('three.txt', 'North window'));
  await page.goto(`/projects/${id}`);
  const frame = (name: string) => page.getByRole('button', { name: `Preview ${name}` });
  await expect(frame('two.CR2').locator('img')).toBeVisible();

  await frame('one.jpg').click();
  const facts = page.getByRole('region', { name: 'What the camera wrote' });
  await expect(facts).toContainText('Contarex Bullseye');
  await expect(facts).toContainText('1/250 s · ISO 400');
  await facts.getByRole('button', { name: 'Copy details' }).click();
  await expect(facts.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Camera: Contarex Bullseye\nExposure: 1/250 s · ISO 400',
  );

  await page.keyboard.press('ArrowRight');
  const picture = page.getByRole('dialog', { name: 'two.CR2' }).getByRole('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(90);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'three.txt' })).toContainText('North window');
  await expect(facts).toBeHidden();
});
