import {
  deleteFileOperation,
  downloadOperation,
  getProjectOperation,
  type StoredFile,
} from '@studiolo/contracts';
import { screen, within } from '@testing-library/react';

import { accept, answer, refuse } from '../../test/api';
import { answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { answerQuestion, sees } from '../../test/steps';

const notes = makeFile('notes.txt', 12, 'text/plain');
const damaged = (damage: string | null): StoredFile => ({ ...makeFile('dawn.png'), damage });
const project = makeProject({ title: 'Ridge at Dawn' });

beforeEach(() => {
  storeSession();
  answerUsage();
});

async function open(...files: StoredFile[]) {
  accept(getProjectOperation, { project: { ...project, files } });
  const app = renderApp(`/projects/${project.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Ridge at Dawn' });
  return app;
}

/** The server sends what is left, or nothing, only to who accepts it. Returns the requests. */
function answerDownloads(left: string | null) {
  const seen = answer(downloadOperation, () => {
    const accepts = seen.at(-1)?.url.searchParams.get('damaged') === 'accept';
    const refusal = { success: false, error: 'Damaged', code: 'FILE_DAMAGED' };
    return Promise.resolve(
      accepts && left !== null ? { status: 200, body: left } : { status: 500, body: refusal },
    );
  });
  return seen;
}

it('says on its frame and in the viewer that a file is damaged, and fetches nothing of it', async () => {
  const seen = answerDownloads('left');
  const { user } = await open(damaged('cut'));
  const frame = screen.getByRole('button', { name: 'Preview dawn.png, damaged' });
  expect(within(frame).getByText('', { selector: '[data-text="Damaged"]' })).toBeInTheDocument();
  await user.click(frame);
  const viewer = await screen.findByRole('dialog', { name: 'dawn.png' });
  expect(viewer).toHaveTextContent('This file is damaged.Only the beginning of it is left.');
  expect(seen).toHaveLength(0);
});

it.each(['cut', null])('warns before a download of a file whose damage is %s', async (damage) => {
  const seen = answerDownloads('left');
  const { user } = await open(damaged(damage), notes);
  await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
  const question = await screen.findByRole('alertdialog', { name: 'This file is damaged' });
  expect(question).toHaveTextContent('dawn.png');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(seen.filter(({ url }) => url.search !== '')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
  await answerQuestion(user, 'Download anyway');
  await sees('File downloaded successfully');
  expect(seen.at(-1)?.url.search).toBe('?damaged=accept');
});

it('names the damaged among all files before they are packed', async () => {
  answerDownloads('left');
  const { user } = await open(damaged('changed'), notes);
  await user.click(screen.getByRole('button', { name: 'Download all' }));
  const question = await screen.findByRole('alertdialog', { name: 'Some files are damaged' });
  expect(question).toHaveTextContent('dawn.png');
  expect(question).not.toHaveTextContent('notes.txt');
  await user.click(within(question).getByRole('button', { name: 'Download anyway' }));
  await sees('2 files downloaded successfully');
});

it('asks about all files when the server refuses one that nobody knew to be damaged', async () => {
  answerDownloads('left');
  const { user } = await open(damaged(null), notes);
  await user.click(screen.getByRole('button', { name: 'Download all' }));
  const question = await screen.findByRole('alertdialog', { name: 'Some files are damaged' });
  expect(question).toHaveTextContent('At least one of these is damaged.');
  await user.click(within(question).getByRole('button', { name: 'Download anyway' }));
  await sees('2 files downloaded successfully');
});

it('offers no download of a file of which nothing is left, and deletes it', async () => {
  const { user } = await open(damaged('missing'));
  await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('None of its bytes are left');
  expect(within(question).getByRole('button', { name: 'Download anyway' })).toBeDisabled();
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  accept(deleteFileOperation, { success: true, message: 'Deleted' });
  accept(getProjectOperation, { project: { ...project, files: [] } });
  await user.click(screen.getByRole('button', { name: 'Delete dawn.png' }));
  await answerQuestion(user, 'Delete');
  await sees('File deleted successfully');
});

it('says Failed to download file when the damaged file is gone meanwhile', async () => {
  const { user } = await open(damaged('cut'));
  refuse(downloadOperation, 404, 'File not found', { code: 'FILE_NOT_FOUND' });
  await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
  await answerQuestion(user, 'Download anyway');
  await sees('Failed to download file');
});

it('names a damaged file in the table of the storage page', async () => {
  const row = {
    project_id: project.id,
    project_title: project.title,
    file_count: 1,
    total_size: 9,
  };
  answerUsage({ projects: [row] });
  accept(getProjectOperation, { project: { ...project, files: [damaged('cut')] } });
  renderApp('/storage');
  expect(await screen.findByRole('rowheader', { name: 'dawn.png, damaged' })).toBeInTheDocument();
});
