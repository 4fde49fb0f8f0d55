import { jest } from '@jest/globals';
import {
  deleteFileOperation,
  getProjectOperation,
  logoutOperation,
  uploadOperation,
} from '@studiolo/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { accept, type Answer, answer, cutOff, refuse } from '../../test/api';
import { answerProjects, answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { answerQuestion, closeUndo, sees, upload } from '../../test/steps';

const dawn = makeFile('dawn.png', 2048);
const dusk = makeFile('dusk.png', 1024);
const project = makeProject({ title: 'Ridge at Dawn', files: [dawn, dusk] });
const done = { success: true, message: 'Deleted' };

beforeEach(() => {
  storeSession();
  const usage = { project_id: project.id, project_title: project.title };
  answerUsage({
    total_storage_bytes: 3072,
    total_storage_mb: 0,
    total_files: 2,
    projects: [{ ...usage, file_count: 2, total_size: 3072 }],
  });
  accept(getProjectOperation, { project });
});

const frame = (name: string) => screen.queryByRole('button', { name: `Preview ${name}` });
const isThere = (name: string) => waitFor(() => expect(frame(name)).toBeInTheDocument());
const isGone = (name: string) => waitFor(() => expect(frame(name)).not.toBeInTheDocument());

async function deleteDawn(path = `/projects/${project.id}`) {
  const app = renderApp(path);
  await app.user.click(await screen.findByRole('button', { name: 'Delete dawn.png' }));
  await answerQuestion(app.user, 'Delete');
  await sees('File deleted successfully');
  return app;
}

const leavings: [string, (user: UserEvent) => unknown][] = [
  ['its toast has ended', closeUndo],
  ['the page is left', (user) => user.click(screen.getByRole('link', { name: 'Studio' }))],
  ['the tab is closed', () => fireEvent(window, new Event('pagehide'))],
  [
    'the tab is hidden',
    () => {
      jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      fireEvent(document, new Event('visibilitychange'));
    },
  ],
];

describe('a deleted file', () => {
  it.each(leavings)('is deleted on the server when %s', async (_when, leave) => {
    const seen = accept(deleteFileOperation, done);
    const { user } = await deleteDawn();
    await isGone('dawn.png');
    expect(seen).toEqual([]);
    await leave(user);
    await waitFor(() => expect(seen[0]?.url.pathname).toMatch(/dawn\.png$/));
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(seen).toHaveLength(1);
  });

  it('is back by Undo, and the server hears nothing of it', async () => {
    const { user } = await deleteDawn();
    await sees('1 file, 1 KB');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await isThere('dawn.png');
    await sees('Deletion undone');
    await sees('2 files, 3 KB');
  });

  it('is out of the usage at once, and in it again by Undo', async () => {
    const { user } = await deleteDawn('/storage');
    await sees('1 KB');
    const list = within(screen.getByRole('region', { name: 'Storage by Project' }));
    expect(list.getByText('1 file')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await list.findByText('2 files')).toBeInTheDocument();
  });

  it('stays away when the page reads the project again meanwhile', async () => {
    const seen = accept(deleteFileOperation, done);
    const { user } = await deleteDawn();
    const read = accept(getProjectOperation, { project: { ...project, title: 'Ridge at Noon' } });
    fireEvent(document, new Event('visibilitychange'));
    fireEvent(window, new Event('focus'));
    await user.click(screen.getByRole('button', { name: 'Delete dusk.png' }));
    await answerQuestion(user, 'Delete');
    // The second deletion ends Undo of the first.
    await waitFor(() => expect(seen).toHaveLength(1));
    await waitFor(() => expect(read.length).toBeGreaterThan(0));
    await screen.findByRole('heading', { name: 'Ridge at Noon' });
    await isGone('dusk.png');
    await closeUndo(user);
    await waitFor(() => expect(seen).toHaveLength(2));
  });

  it('is back with the reason when the server keeps it', async () => {
    refuse(deleteFileOperation, 500, 'The disk is full');
    const { user } = await deleteDawn();
    await closeUndo(user);
    await sees('The disk is full');
    await isThere('dawn.png');
  });

  it('is back with a message when there is no line', async () => {
    cutOff(deleteFileOperation);
    const { user } = await deleteDawn();
    await closeUndo(user);
    await sees('Failed to delete file');
    await isThere('dawn.png');
  });

  it('is gone without a word when it was deleted elsewhere meanwhile', async () => {
    const seen = refuse(deleteFileOperation, 404, 'File not found');
    const { user } = await deleteDawn();
    const read = accept(getProjectOperation, { project: { ...project, files: [dusk] } });
    await closeUndo(user);
    await waitFor(() => expect(read).toHaveLength(1));
    expect(seen).toHaveLength(1);
    expect(screen.queryByText('File not found')).not.toBeInTheDocument();
    await isGone('dawn.png');
  });

  it('leaves its name and its room to the next upload', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const seen = answer(deleteFileOperation, () => promise);
    const stored = { ...dawn, created_at: '2026-11-04T10:00:00.000Z' };
    const sent = answer(uploadOperation, { status: 201, body: { success: true, files: [stored] } });
    const { user } = await deleteDawn();
    await upload(user, 'dawn.png');
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(sent).toEqual([]);
    accept(getProjectOperation, { project: { ...project, files: [dusk, stored] } });
    resolve({ status: 200, body: done });
    await sees('File uploaded successfully');
    expect(sent).toHaveLength(1);
  });

  it('is deleted before the session ends by a sign-out', async () => {
    const order: string[] = [];
    const says = (what: string) => () => {
      order.push(what);
      return Promise.resolve({ status: 200, body: done });
    };
    answer(deleteFileOperation, says('delete'));
    answer(logoutOperation, says('logout'));
    const { user } = await deleteDawn();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    await answerQuestion(user, 'Logout');
    await waitFor(() => expect(order).toEqual(['delete', 'logout']));
  });
});

it('selected files come back together', async () => {
  answerProjects([project]);
  const { user } = renderApp(`/projects/${project.id}`);
  for (const name of ['dawn.png', 'dusk.png']) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  }
  await user.click(screen.getByRole('button', { name: 'Delete selected' }));
  await answerQuestion(user, 'Delete');
  await sees('2 files deleted successfully');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  for (const name of ['dawn.png', 'dusk.png']) await isThere(name);
});
