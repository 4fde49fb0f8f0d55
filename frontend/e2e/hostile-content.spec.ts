import { download, projectWith, sample } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const MARKUP = `<img src=x onerror="window.taken=1"><script>window.taken=1</script>{{7*7}}`;

const NAMES = [
  '../../passwd.txt',
  'C:\\studio\\a.txt',
  `quote" and 'tick'.txt`,
  '100%25 %2e%2e%2f.txt',
  'a\u202etxt.exe.txt',
  'Zürich e\u0301te\u0301.txt',
  '🎞️ 結婚式.txt',
  'CON.txt',
  'semicolon;name=x.txt',
  `${MARKUP}.txt`,
];

test('[B7] stored markup shows as text in every field and never runs', async ({
  page,
  account,
}) => {
  const taken = () => page.evaluate(() => 'taken' in window);
  const fields = { title: MARKUP, client: MARKUP, contact: MARKUP, description: MARKUP };
  const notes = sample(`${MARKUP.replaceAll('/', '')}.txt`, `Notes: ${MARKUP}`);
  const id = await projectWith(account, [notes], fields);
  const renamed = await account.api.put('/api/auth/profile', { name: MARKUP });
  expect(renamed.status).toBe(200);
  for (const path of ['/projects', `/projects/${id}`, '/dashboard', '/storage', '/profile']) {
    await page.goto(path);
    await expect(page.getByText(MARKUP).first()).toBeVisible();
    expect([path, await taken()]).toEqual([path, false]);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
  await page.goto(`/projects/${id}`);
  await page.getByRole('button', { name: /^Preview / }).click();
  await expect(page.getByRole('dialog')).toContainText(MARKUP);
  expect(await taken()).toBe(false);
});

test('[S14] the content policy blocks inline scripts and scripts of other origins', async ({
  context,
}) => {
  // Not the page of the fixture, where violations of the policy fail the test.
  const attacked = await context.newPage();
  await attacked.goto('/login');
  const script = 'window.taken=1';
  for (const tag of [{ content: script }, { url: `data:text/javascript,${script}` }]) {
    await expect(attacked.addScriptTag(tag)).rejects.toThrow();
  }
  const button = attacked.getByRole('button', { name: 'Sign In' });
  await button.evaluate((element, value) => element.setAttribute('onclick', value), script);
  await button.click();
  expect(await attacked.evaluate(() => 'taken' in window)).toBe(false);
});

test('[B4] a file with any name is downloaded with that name and its own bytes', async ({
  page,
  account,
}) => {
  const files = NAMES.map((name, index) => sample(name, `content ${index}`));
  const id = await projectWith(account, files);
  const { body } = await account.api.get(`/api/projects/${id}`);
  const project = body.project as { files: { filename: string }[] };
  expect(project.files).toHaveLength(NAMES.length);
  await page.goto(`/projects/${id}`);
  for (const [index, { filename }] of project.files.entries()) {
    const { name, content } = await download(
      page.getByRole('button', { name: `Download ${filename}`, exact: true }),
    );
    expect(content.toString()).toBe(`content ${index}`);
    // Chromium replaces characters that a file system may not accept.
    const harmless = filename.replaceAll(/[<>:"/\\|?*~%]/g, '_');
    expect(name.replaceAll(/[<>:"/\\|?*~%]/g, '_')).toBe(harmless);
  }
});
