import { getProjectOperation, updateProjectOperation } from '@studiolo/contracts';
import { screen, within } from '@testing-library/react';

import { answer, refuse } from '../../test/api';
import { answerUsage, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { fill, sees } from '../../test/steps';

const project = makeProject({ title: 'Ridge at Dawn', client: 'Alpine Press' });
const theirs: typeof project = {
  ...project,
  title: 'Ridge at Noon',
  client: 'Alpine Books',
  status: 'review',
};

beforeEach(() => storeSession());

const isNow = (now: typeof project, etag: string) => ({
  status: 200,
  body: { project: now },
  headers: { etag },
});

/** Opens the form of the project. */
async function edit() {
  answerUsage();
  answer(getProjectOperation, isNow(project, '"first"'));
  const { user } = renderApp(`/projects/${project.id}`);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { user, dialog };
}

const overtakenBy = (other: typeof project, etag: string) => ({
  status: 412,
  body: { success: false, error: 'This project was changed', project: other },
  headers: { etag },
});

/** Types a title and a client, and saves after somebody else has saved others. */
async function saveOvertaken() {
  const { user, dialog } = await edit();
  await fill(user, { Title: 'Ridge at Dusk', Client: 'Alpine Post' });
  const refused = answer(updateProjectOperation, overtakenBy(theirs, '"second"'));
  answer(getProjectOperation, isNow(theirs, '"second"'));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await dialog.findByRole('group', { name: 'Title' });
  expect(refused[0]?.headers.get('if-match')).toBe('"first"');
  return { user, dialog };
}

describe('a save that came after another one', () => {
  it('shows both values of the fields that both changed, and no other field', async () => {
    const { dialog } = await saveOvertaken();
    expect(dialog.getByText(/was saved elsewhere while you were editing/)).toBeVisible();
    const groups = dialog.getAllByRole('group').map((group) => group.textContent);
    expect(groups).toEqual([
      'TitleYoursRidge at DuskSaved elsewhereRidge at Noon',
      'ClientYoursAlpine PostSaved elsewhereAlpine Books',
    ]);
    expect(screen.queryByText('Failed to update project')).not.toBeInTheDocument();
  });

  it('saves what was chosen over the version shown, at first mine', async () => {
    const { user, dialog } = await saveOvertaken();
    await user.click(dialog.getByRole('radio', { name: /Ridge at Noon/ }));
    const saved = answer(updateProjectOperation, isNow(project, '"third"'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await sees('Project updated successfully');
    expect(saved[0]?.headers.get('if-match')).toBe('"second"');
    expect(saved[0]?.body).toEqual({ client: 'Alpine Post' });
  });

  it('shows the newest version when another save comes first again', async () => {
    const { user, dialog } = await saveOvertaken();
    const newest = { ...theirs, title: 'Ridge at Night' };
    answer(updateProjectOperation, overtakenBy(newest, '"third"'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Ridge at Night')).toBeInTheDocument();
  });

  it('returns to the form with what was typed', async () => {
    const { user, dialog } = await saveOvertaken();
    await user.click(dialog.getByRole('button', { name: 'Back to editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Ridge at Dusk');
  });
});

it('a save that overwrites no change of the other one needs no confirmation', async () => {
  const { user, dialog } = await edit();
  const seen = answer(updateProjectOperation, () =>
    Promise.resolve(
      seen.length === 1 ? overtakenBy(project, '"second"') : isNow(project, '"third"'),
    ),
  );
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await sees('Project updated successfully');
  expect(seen[1]?.headers.get('if-match')).toBe('"second"');
});

it('a save into a project that was deleted elsewhere fails like any other', async () => {
  const { user, dialog } = await edit();
  refuse(updateProjectOperation, 404, 'Project not found');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  await sees('Failed to update project');
});
