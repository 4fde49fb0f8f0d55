import {
  downloadOperation,
  eventsOperation,
  getProfileOperation,
  getProjectOperation,
  listSessionsOperation,
  type Project,
  updateProjectOperation,
} from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, answer, refuse } from '../../test/api';
import { liveStream } from '../../test/live';
import { answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession, testUser } from '../../test/render-app';
import { sees } from '../../test/steps';

let project: Project;
let live: ReturnType<typeof liveStream>;

const shows = (title: string) => accept(getProjectOperation, { project: { ...project, title } });

beforeEach(() => {
  storeSession();
  live = liveStream();
  // A mark outlives its test, so that each test has a project of its own.
  project = makeProject({ title: 'Ridge at Dawn' });
  answerUsage();
  accept(getProfileOperation, { user: testUser });
  accept(listSessionsOperation, { sessions: [] });
  shows('Ridge at Dawn');
});

async function open() {
  const app = renderApp(`/projects/${project.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Ridge at Dawn' });
  await waitFor(() => expect(live.requests).toBe(1));
  live.hello();
  return app;
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a change made elsewhere', () => {
  it('is shown, marked for a moment and announced once', async () => {
    await open();
    shows('Ridge at Dusk');
    live.change({ project_id: project.id });
    // Together, because mark and sentence go after some seconds.
    const [, , sentence] = await Promise.all([
      heading('Ridge at Dusk'),
      screen.findByText('Updated elsewhere'),
      screen.findByText('A project was changed elsewhere'),
    ]);
    expect(sentence).toHaveAttribute('role', 'status');
  });

  it('is marked, unlike a change made here', async () => {
    const { user } = await open();
    const updated = { ...project, status: 'review' as const };
    accept(updateProjectOperation, { success: true, project: updated, message: '' });
    accept(getProjectOperation, { project: updated });
    await user.click(screen.getByRole('radio', { name: 'Review' }));
    live.change({ project_id: project.id });
    shows('Ridge at Noon');
    live.change({ kind: 'file', action: 'created', project_id: project.id });
    await heading('Ridge at Noon');
    expect(screen.queryByText('Updated elsewhere')).not.toBeInTheDocument();
  });

  it('leaves what is typed in a form', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const title = screen.getByLabelText('Title');
    await user.type(title, ' by the lake');
    shows('Ridge at Dusk');
    live.change({ project_id: project.id });
    await screen.findByText('A project was changed elsewhere');
    expect(title).toHaveValue('Ridge at Dawn by the lake');
    expect(title).toHaveFocus();
  });

  it('is shown while a file is being downloaded', async () => {
    project = { ...project, files: [makeFile('dawn.png')] };
    shows('Ridge at Dawn');
    answer(downloadOperation, () => new Promise(() => undefined));
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
    shows('Ridge at Dusk');
    live.change({ project_id: project.id });
    await heading('Ridge at Dusk');
  });

  it('that deletes the open project shows Project not found with a way back', async () => {
    await open();
    refuse(getProjectOperation, 404, 'Project not found');
    live.change({ action: 'deleted', project_id: project.id });
    await heading('Project not found');
    expect(screen.getByRole('link', { name: 'Back to Projects' })).toBeInTheDocument();
  });

  it('to the user’s name is shown on every page', async () => {
    await open();
    accept(getProfileOperation, { user: { ...testUser, name: 'Ada Bokeh' } });
    live.change({ kind: 'profile' });
    await sees('Ada Bokeh');
    expect(screen.queryByText(/elsewhere/)).not.toBeInTheDocument();
  });
});

describe('the stream', () => {
  it('that was cut is opened again, and everything is reloaded', async () => {
    await open();
    shows('Ridge at Dusk');
    live.cut();
    await waitFor(() => expect(live.requests).toBe(2));
    live.hello();
    await heading('Ridge at Dusk');
  });

  it('is opened again at once when the network is back', async () => {
    await open();
    live.cut(60_000);
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(live.requests).toBe(2);
    });
  });

  it('reloads everything when changes were missed', async () => {
    await open();
    shows('Ridge at Dusk');
    live.reset();
    await heading('Ridge at Dusk');
  });

  it.each([404, 501])('that a server answers with %d is not asked for again', async (status) => {
    const requests = refuse(eventsOperation, status);
    renderApp(`/projects/${project.id}`);
    await heading('Ridge at Dawn');
    await waitFor(() => expect(requests).toHaveLength(1));
    // A connection that was lost would be opened again when the page is looked at again.
    window.dispatchEvent(new Event('focus'));
    await screen.findByRole('heading', { level: 1 });
    expect(requests).toHaveLength(1);
  });

  it('signs this page out when its session is ended elsewhere', async () => {
    const { pathname } = await open();
    live.end('session_ended');
    await waitFor(() => expect(pathname()).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('keeps a newer session signed in when the previous one ends', async () => {
    await open();
    localStorage.setItem('token', 'newer');
    live.end('session_ended');
    live.cut();
    await waitFor(() => expect(live.requests).toBe(2));
    expect(localStorage.getItem('token')).toBe('newer');
  });
});
