// Loaded here so that the first test does not wait for the lazy page.
import './project';

import { getProjectOperation, updateProjectOperation } from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { answer, refuse } from '../../test/api';
import { answerUsage, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { sees } from '../../test/sees';

const project = makeProject({ title: 'Ridge at Dawn', client: 'Alpine Press' });

beforeEach(() => storeSession());

const isNow = (now: typeof project, etag: string) => ({
  status: 200,
  body: { project: now },
  headers: { etag },
});

/** Opens the form, types a title and a client, and saves after somebody else has saved `theirs`. */
async function saveOvertakenBy(theirs: typeof project) {
  answerUsage();
  answer(getProjectOperation, isNow(project, '"first"'));
  const { user } = renderApp(`/projects/${project.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Ridge at Dusk');
  await user.clear(dialog.getByLabelText('Client'));
  await user.type(dialog.getByLabelText('Client'), 'Alpine Post');
  const refused = answer(updateProjectOperation, {
    status: 412,
    body: { success: false, error: 'This project was changed', project: theirs },
    headers: { etag: '"second"' },
  });
  answer(getProjectOperation, isNow(theirs, '"second"'));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(refused[0]?.headers.get('if-match')).toBe('"first"'));
  return { user, dialog };
}

const accept = () => answer(updateProjectOperation, isNow(project, '"third"'));
const field = (name: string) => within(screen.getByRole('group', { name }));

describe('a save that came after another one', () => {
  const theirs = { ...project, title: 'Ridge at Noon', client: 'Alpine Books', status: 'review' };

  it('shows both values of the fields that both changed, and no other field', async () => {
    const { dialog } = await saveOvertakenBy(theirs as typeof project);
    expect(await dialog.findByText(/was saved elsewhere while you were editing/)).toBeVisible();
    const groups = dialog.getAllByRole('group').map((group) => group.textContent);
    expect(groups).toEqual([
      'TitleYoursRidge at DuskSaved elsewhereRidge at Noon',
      'ClientYoursAlpine PostSaved elsewhereAlpine Books',
    ]);
    expect(screen.queryByText('Failed to update project')).not.toBeInTheDocument();
  });

  it('preselects mine, and saves it over the version shown', async () => {
    const { user, dialog } = await saveOvertakenBy(theirs as typeof project);
    await dialog.findByRole('group', { name: 'Title' });
    const saved = accept();
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await sees('Project updated successfully');
    expect(saved[0]?.headers.get('if-match')).toBe('"second"');
    expect(saved[0]?.body).toEqual({ title: 'Ridge at Dusk', client: 'Alpine Post' });
  });

  it.each([
    ['All of yours', { title: 'Ridge at Dusk', client: 'Alpine Post' }],
    ['All saved elsewhere', {}],
  ])('saves the changes of one side with %s', async (name, body) => {
    const { user, dialog } = await saveOvertakenBy(theirs as typeof project);
    const saved = accept();
    await user.click(await dialog.findByRole('button', { name }));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saved[0]?.body).toEqual(body));
  });

  it('saves each field from the chosen side', async () => {
    const { user, dialog } = await saveOvertakenBy(theirs as typeof project);
    await dialog.findByRole('group', { name: 'Title' });
    await user.click(field('Title').getByRole('radio', { name: /^Saved elsewhere/ }));
    const saved = accept();
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saved[0]?.body).toEqual({ client: 'Alpine Post' }));
  });

  it('shows the newest version when another save comes first again', async () => {
    const { user, dialog } = await saveOvertakenBy(theirs as typeof project);
    await dialog.findByRole('group', { name: 'Title' });
    answer(updateProjectOperation, {
      status: 412,
      body: { success: false, error: 'Changed', project: { ...theirs, title: 'Ridge at Night' } },
      headers: { etag: '"third"' },
    });
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Ridge at Night')).toBeInTheDocument();
  });

  it('returns to the form with what was typed', async () => {
    const { user, dialog } = await saveOvertakenBy(theirs as typeof project);
    await user.click(await dialog.findByRole('button', { name: 'Back to editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Ridge at Dusk');
  });
});

it('a save that overwrites no change of the other one needs no confirmation', async () => {
  answerUsage();
  answer(getProjectOperation, isNow(project, '"first"'));
  const { user } = renderApp(`/projects/${project.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const overtaken = {
    status: 412,
    body: { success: false, error: 'This project was changed', project },
    headers: { etag: '"second"' },
  };
  const seen = answer(updateProjectOperation, () =>
    Promise.resolve(seen.length === 1 ? overtaken : isNow(project, '"third"')),
  );
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await sees('Project updated successfully');
  expect(seen[1]?.headers.get('if-match')).toBe('"second"');
});

it('a save into a project that was deleted elsewhere fails like any other', async () => {
  answerUsage();
  answer(getProjectOperation, isNow(project, '"first"'));
  const { user } = renderApp(`/projects/${project.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  refuse(updateProjectOperation, 404, 'Project not found');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await sees('Failed to update project');
});
