import {
  createProjectOperation,
  getProjectOperation,
  updateProjectOperation,
} from '@studiolo/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';

import { accept, answer, cutOff, refuse } from '../../test/api';
import { answerProjects, answerUsage, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { answerQuestion, fill, optionsOf, sees } from '../../test/steps';

const created = makeProject({ title: 'Ridge at Dawn', client: 'Alpine Press' });

beforeEach(() => storeSession());

async function fillIn() {
  const app = renderApp('/projects/new');
  await fill(app.user, { Title: ' Ridge at Dawn ', Client: 'Alpine Press' });
  return app;
}

const submit = () => screen.getByRole('button', { name: 'Create Project' });

describe('/projects/new', () => {
  it('offers five statuses, with To Do selected', async () => {
    renderApp('/projects/new');
    const status = await screen.findByLabelText('Status');
    expect(status).toHaveDisplayValue('To Do');
    expect(optionsOf(status)).toEqual([
      ['todo', 'To Do'],
      ['inprogress', 'In Progress'],
      ['review', 'Review'],
      ['done', 'Done'],
      ['blocked', 'Blocked'],
    ]);
  });

  it('is sent by Ctrl Enter, and says what is missing beside the fields', async () => {
    const { user } = renderApp('/projects/new');
    expect(await screen.findByLabelText('Title')).toHaveFocus();
    await user.click(screen.getByLabelText(/Description/));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByLabelText('Title')).toHaveAccessibleDescription('Title is required');
    expect(screen.getByLabelText('Client')).toHaveAccessibleDescription('Client is required');
  });

  it('leaves the Ctrl Enter of a composition to it', async () => {
    renderApp('/projects/new');
    const key = { key: 'Enter', ctrlKey: true, isComposing: true };
    expect(fireEvent.keyDown(await screen.findByLabelText('Title'), key)).toBe(true);
  });

  it('creates the project once, confirms it by toast and opens its page', async () => {
    const seen = answer(createProjectOperation, { status: 201, body: { project: created } });
    accept(getProjectOperation, { project: created });
    answerUsage();
    const { user, pathname } = await fillIn();
    await user.dblClick(submit());
    await sees('Project created successfully!');
    await waitFor(() => expect(pathname()).toBe(`/projects/${created.id}`));
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toEqual({
      title: 'Ridge at Dawn',
      client: 'Alpine Press',
      contact: null,
      status: 'todo',
      description: null,
    });
  });

  it('keeps what was typed after a failure and retries with the same key', async () => {
    answerUsage();
    cutOff(createProjectOperation);
    const { user } = await fillIn();
    await user.click(submit());
    await sees('Failed to create project');
    expect(screen.getByLabelText('Client')).toHaveValue('Alpine Press');
    const refused = refuse(createProjectOperation, 503, 'Away');
    await user.click(submit());
    await waitFor(() => expect(refused).toHaveLength(1));
    const seen = answer(createProjectOperation, { status: 201, body: { project: created } });
    accept(getProjectOperation, { project: created });
    await user.click(submit());
    await waitFor(() => expect(seen).toHaveLength(1));
    const key = seen[0]?.headers.get('idempotency-key');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(refused[0]?.headers.get('idempotency-key')).toBe(key);
  });

  it('saves what was typed after a create that had succeeded without an answer', async () => {
    answerUsage();
    cutOff(createProjectOperation);
    const { user } = await fillIn();
    await user.click(submit());
    await screen.findByText('Failed to create project');
    const changed = { ...created, client: 'Alpine Press 2' };
    const repeated = answer(createProjectOperation, { status: 201, body: { project: created } });
    const saved = accept(updateProjectOperation, { project: changed });
    accept(getProjectOperation, { project: changed });
    await user.type(screen.getByLabelText('Client'), ' 2');
    await user.click(submit());
    await sees('Project created successfully!');
    expect(repeated[0]?.body).toMatchObject({ client: 'Alpine Press' });
    expect(saved[0]?.body).toMatchObject({ client: 'Alpine Press 2' });
  });

  it('retries with a new key after a refusal', async () => {
    answerUsage();
    const refused = refuse(createProjectOperation, 400, 'Title is too long');
    const { user } = await fillIn();
    await user.click(submit());
    await screen.findByText('Failed to create project');
    const project = { ...created, client: 'Alpine Press 2' };
    const seen = answer(createProjectOperation, { status: 201, body: { project } });
    accept(getProjectOperation, { project });
    await user.type(screen.getByLabelText('Client'), ' 2');
    await user.click(submit());
    await waitFor(() => expect(seen[0]?.body).toMatchObject({ client: 'Alpine Press 2' }));
    const keys = [refused[0], seen[0]].map((request) => request?.headers.get('idempotency-key'));
    expect(keys[0]).not.toBe(keys[1]);
  });

  it.each(['Back to Projects', 'Cancel'])('returns to the list by %s', async (name) => {
    answerProjects([]);
    const { user, pathname } = renderApp('/projects/new');
    await user.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(pathname()).toBe('/projects'));
  });

  it('asks before leaving with unsaved text', async () => {
    answerProjects([]);
    const { user, pathname } = await fillIn();
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await answerQuestion(user, 'Stay');
    expect(screen.getByLabelText('Client')).toHaveValue('Alpine Press');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(pathname()).toBe('/projects'));
  });
});
