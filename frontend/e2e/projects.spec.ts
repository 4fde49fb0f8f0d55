import { newProject, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test('creates a project, edits it, and deletes it after asking', async ({ page, account }) => {
  expect(account.token).toBeTruthy();
  await page.goto('/projects');
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible();
  await page.getByRole('link', { name: 'New Project' }).click();
  await page.getByLabel('Title').fill('Ridge at Dawn');
  await page.getByLabel('Client').fill('Alpine Press');
  await page.getByLabel('Contact').fill('editor@alpine.example');
  await page.getByLabel('Description').fill('Twelve mornings');
  await page.getByRole('button', { name: 'Create Project' }).click();
  await expect(toast(page, 'Project created successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dawn');
  await expect(page.getByRole('link', { name: 'editor@alpine.example' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Project' });
  await dialog.getByLabel('Title').fill('Ridge at Dusk');
  await dialog.getByLabel('Status', { exact: true }).selectOption('Review');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Project updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ridge at Dusk');
  await expect(page.getByRole('radio', { name: 'Review' })).toBeChecked();

  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this project? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Project deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('heading', { name: 'No projects found' })).toBeVisible();
});

test('the form of a new project keeps its text without a network, and creates the project once', async ({
  page,
  account,
}) => {
  expect(account.token).toBeTruthy();
  await page.goto('/projects/new');
  await page.getByLabel('Title').fill('Offline');
  await page.getByLabel('Client').fill('Nobody');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Create Project' }).click();
  await expect(toast(page, 'Failed to create project')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Offline');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Create Project' }).dblclick();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(page.getByText('1 project', { exact: true }).first()).toBeVisible();
});

test('asks before closing the tab or a link discards what was typed', async ({ page, account }) => {
  expect(account.token).toBeTruthy();
  await page.goto('/projects/new');
  await page.getByLabel('Title').fill('Half a thought');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
});

test('searches title and client while the user types, and keeps the filters in the URL', async ({
  page,
  account,
}) => {
  await newProject(account, { title: 'Ridge at Dawn', client: 'Alpine Press' });
  await newProject(account, { title: 'Autumn menu', client: 'Linden & Oak', status: 'done' });
  await newProject(account, { title: 'The Last Ferry', client: 'Northlight', status: 'review' });
  await page.goto('/projects');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByLabel('Search').pressSequentially('ALPINE');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL(/\?search=ALPINE$/);
  await page.getByLabel('Search').fill('');
  await page.getByLabel('Status', { exact: true }).selectOption('Completed');
  await expect(page.getByRole('article')).toHaveText([/Autumn menu/]);
  await page.reload();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('completed');
  await expect(page.getByRole('article')).toHaveText([/Autumn menu/]);
  await page.getByLabel('Search').fill('nothing like it');
  await expect(page.getByText('Try adjusting your search or filters.')).toBeVisible();
});

test('moves a card on the board with the keyboard and saves its new status', async ({
  page,
  account,
}) => {
  await newProject(account, { title: 'Ridge at Dawn' });
  await page.goto('/projects?view=board');
  const column = (name: string) => page.getByRole('region', { name });
  const status = column('To Do').getByRole('button', { name: /^Status of Ridge at Dawn/ });
  await status.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'To Do' })).toBeFocused();
  for (const name of ['In Progress', 'Review']) {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitemradio', { name })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const moved = column('Review').getByRole('button', { name: /^Status of Ridge at Dawn/ });
  await expect(moved).toBeFocused();
  await expect(column('To Do').getByRole('article')).toHaveCount(0);
  await page.reload();
  await expect(column('Review').getByRole('article')).toHaveText([/Ridge at Dawn/]);
});

test('moves a card on the board by dragging', async ({ page, account }) => {
  await newProject(account, { title: 'Ridge at Dawn' });
  await page.goto('/projects?view=board');
  const column = (name: string) => page.getByRole('region', { name });
  await column('To Do').getByRole('link').dragTo(column('Completed'));
  await expect(column('Completed').getByRole('article')).toHaveText([/Ridge at Dawn/]);
});

test('an unknown project says Project not found and links to the list', async ({
  page,
  account,
}) => {
  expect(account.token).toBeTruthy();
  await page.goto('/projects/none-such');
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
});

test('text typed into the search does not stop the navigation to another page', async ({
  page,
  account,
}) => {
  expect(account.token).toBeTruthy();
  await page.goto('/projects');
  const asked = Promise.withResolvers<undefined>();
  const mayLoad = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/storage-[\w-]{8}\.js$/, async (route) => {
    asked.resolve(undefined);
    await mayLoad.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.getByLabel('Search').fill('Alpine');
  await page.getByRole('link', { name: 'Storage' }).click();
  await asked.promise;
  // Long enough for the search to reach the URL.
  await page.clock.runFor(2000);
  mayLoad.resolve(undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
  await expect(page).toHaveURL(/\/storage$/);
});
