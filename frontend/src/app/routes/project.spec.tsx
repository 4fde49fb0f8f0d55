import {
  deleteFileOperation,
  deleteProjectOperation,
  downloadOperation,
  getProjectOperation,
  type ProjectFields,
  storageUsageOperation,
  type StoredFile,
  updateProjectOperation,
  uploadOperation,
} from '@studiolo/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';

import { fieldLabels } from '../../lib/projects/project-fields';
import { displayStatus } from '../../lib/projects/project-status';
import { accept, type Answer, answer, cutOff, refuse } from '../../test/api';
import {
  answerProjects,
  answerUsage,
  makeFile,
  makeProject,
  makeUsage,
  picture,
} from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { answerQuestion, closeUndo, fill, linkTo, sees, upload } from '../../test/steps';

const fields = {
  title: 'Ridge at Dawn',
  client: 'Alpine Press',
  contact: 'editor@alpine.example',
  status: 'review',
  description: 'Twelve mornings',
} as const satisfies ProjectFields;
const dawn = makeFile('dawn.png', 2048);
const notes = makeFile('notes.txt', 12, 'text/plain');
const project = makeProject({
  ...fields,
  files: [dawn, notes],
  created_at: '2026-11-03T10:00:00.000Z',
});

beforeEach(() => {
  storeSession();
  answerUsage();
  // The pointer or the focus on a link fetches its page.
  answerProjects([]);
});

/** A toast, which may be there, has a Close, too. */
const closeOfViewer = () =>
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' });

async function open(files = project.files) {
  const body = { project: { ...project, files } };
  answer(getProjectOperation, { status: 200, body, headers: { etag: '"first"' } });
  const app = renderApp(`/projects/${project.id}`);
  await screen.findByRole('heading', { level: 1, name: 'Ridge at Dawn' });
  return app;
}

describe('/projects/{id}', () => {
  it('shows the project, its files and every field that its form edits', async () => {
    const { user } = await open();
    const { status, ...texts } = fields;
    expect(screen.getByRole('radio', { name: displayStatus(status).label })).toBeChecked();
    for (const text of [...Object.values(texts), 'Nov 3, 2026', 'dawn.png', '2 KB']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    for (const label of Object.values(fieldLabels)) {
      expect(dialog.getByLabelText(label)).toBeInTheDocument();
    }
  });

  it('shows nothing of a selection until a file is selected', async () => {
    const { user } = await open();
    const box = await screen.findByRole('checkbox', { name: 'Select dawn.png' });
    expect(screen.queryByText('0')).not.toBeInTheDocument();
    await user.click(box);
    expect(screen.getByRole('group', { name: 'Selected files' })).toBeInTheDocument();
  });

  it('offers Back to Projects while it loads', async () => {
    answer(getProjectOperation, () => new Promise(() => undefined));
    renderApp(`/projects/${project.id}`);
    expect(await screen.findByRole('heading', { name: 'Loading project' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Projects' })).toBeInTheDocument();
  });

  it('shows what the list tells of a project until its own answer comes, and then opens its form', async () => {
    answerProjects([project]);
    const detail = Promise.withResolvers<Answer>();
    answer(getProjectOperation, () => detail.promise);
    const { user } = renderApp('/projects');
    await user.click(await screen.findByRole('link', { name: 'Ridge at Dawn' }));
    await screen.findByRole('heading', { level: 1, name: 'Ridge at Dawn' });
    expect(screen.getByText('dawn.png')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const saved = accept(updateProjectOperation, { project });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    const elsewhere = { ...project, client: 'Alpine Books' };
    detail.resolve({ status: 200, body: { project: elsewhere }, headers: { etag: '"newer"' } });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Client')).toHaveValue('Alpine Books');
    await fill(user, { Title: 'Ridge at Dusk' }, 'Save Changes');
    await sees('Project updated successfully');
    expect(saved[0]?.headers.get('if-match')).toBe('"newer"');
  });

  it('shows a status at once that is chosen before the answer comes', async () => {
    answerProjects([project]);
    answer(getProjectOperation, () => new Promise(() => undefined));
    const { user } = renderApp('/projects');
    await user.click(await screen.findByRole('link', { name: 'Ridge at Dawn' }));
    await user.click(await screen.findByRole('radio', { name: 'Completed' }));
    expect(screen.getByRole('radio', { name: 'Completed' })).toBeChecked();
  });

  it('says Project not found and offers Back to Projects', async () => {
    refuse(getProjectOperation, 404, 'Project not found');
    renderApp('/projects/unknown');
    expect(await screen.findByRole('heading', { name: 'Project not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to Projects' })).toBeInTheDocument();
  });

  it('says Failed to load project and offers Back to Projects and a retry', async () => {
    refuse(getProjectOperation, 500, 'Broken');
    const { user } = renderApp(`/projects/${project.id}`);
    await screen.findByRole('heading', { name: 'Failed to load project' });
    expect(screen.getByRole('link', { name: 'Back to Projects' })).toBeInTheDocument();
    accept(getProjectOperation, { project });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Ridge at Dawn' })).toBeInTheDocument();
  });

  it('saves edits and shows them', async () => {
    const { user } = await open();
    const body = { project: { ...project, title: 'Ridge at Dusk' } };
    const seen = accept(updateProjectOperation, body);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    accept(getProjectOperation, body);
    await fill(user, { Title: 'Ridge at Dusk' }, 'Save Changes');
    await sees('Project updated successfully');
    expect(await screen.findByRole('heading', { name: 'Ridge at Dusk' })).toBeInTheDocument();
    expect(seen[0]?.body).toEqual({ title: 'Ridge at Dusk' });
  });

  it('keeps edits that could not be saved and asks before discarding them', async () => {
    const { user } = await open();
    refuse(updateProjectOperation, 500, 'Broken');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    await sees('Failed to update project');
    expect(dialog.getByLabelText('Title')).toHaveValue('Ridge at Dawn!');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(dialog.getByLabelText('Title')).toHaveValue('Ridge at Dawn!');
  });

  it('changes the status with one tap', async () => {
    const { user } = await open();
    const body = { project: { ...project, status: 'done' } };
    const seen = accept(updateProjectOperation, body);
    accept(getProjectOperation, body);
    await user.click(screen.getByRole('radio', { name: 'Completed' }));
    await waitFor(() => {
      expect(screen.getByRole('radio', { name: 'Completed' })).toBeChecked();
      expect(seen[0]?.body).toEqual({ status: 'done' });
    });
  });

  it('deletes the project after asking and returns to the list as it was left', async () => {
    answerProjects([project]);
    accept(getProjectOperation, { project });
    const { user, router } = renderApp('/projects?search=ridge&status=review');
    await user.click(await screen.findByRole('link', { name: 'Ridge at Dawn' }));
    expect(await linkTo('Back to Projects')).toBe('/projects?search=ridge&status=review');
    answerProjects([]);
    accept(deleteProjectOperation, { success: true, message: 'Deleted' });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent(
      'Are you sure you want to delete this project? This action cannot be undone.Ridge at Dawn, with 2 files',
    );
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await sees('Project deleted successfully');
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
    expect(router.state.location.search).toBe('?search=ridge&status=review');
    // The browser's Back does not lead to what is gone.
    expect(router.state.historyAction).toBe('REPLACE');
    await screen.findByRole('heading', { name: 'No projects found' });
  });

  it('says Failed to delete project when that fails, and stays', async () => {
    const { user, pathname } = await open();
    cutOff(deleteProjectOperation);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answerQuestion(user, 'Delete');
    await sees('Failed to delete project');
    expect(pathname()).toBe(`/projects/${project.id}`);
  });
});

describe('files of a project', () => {
  it('offers to upload the chosen files, and asks before they are forgotten', async () => {
    answerProjects([]);
    const { user, pathname } = await open();
    const files = ['dusk.png', 'night.png'].map((name) => picture(name));
    await user.upload(screen.getByLabelText('Choose files'), files);
    expect(screen.getByText('2 files chosen.')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('button', { name: 'Upload 2 files' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Back to Projects' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without uploading?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(pathname()).toBe(`/projects/${project.id}`);
    expect(screen.getByText('dusk.png')).toBeInTheDocument();
  });

  it('refuses a file over the limit on its frame and empties the picker', async () => {
    const { user } = await open();
    const picker = screen.getByLabelText<HTMLInputElement>('Choose files');
    await user.upload(picker, picture('film.png', 6 * 1024 * 1024));
    expect(screen.getByRole('alert')).toHaveTextContent('File too large: 6.00MB (max 5MB)');
    expect(picker.files).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect(screen.getByText('Please select a file first')).toBeInTheDocument();
  });

  it('asks no longer for a file once one is dropped', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    const request = screen.getByText('Please select a file first');
    refuse(uploadOperation, 500);
    const item = { webkitGetAsEntry: () => null, getAsFile: () => picture('dusk.png') };
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], items: [item] } });
    await sees('Failed to upload file');
    expect(request).not.toBeInTheDocument();
  });

  it('accepts pictures, films and documents in the picker', async () => {
    await open();
    const accepted = screen.getByLabelText('Choose files').getAttribute('accept')?.split(',');
    const types = ['image/*', 'video/*', '.pdf', '.doc', '.docx', '.txt', '.hif', '.mts'];
    expect(accepted).toEqual(expect.arrayContaining(types));
  });

  it('refuses a chosen file once the usage shows that there is no room for it', async () => {
    accept(getProjectOperation, { project });
    const usage = Promise.withResolvers<Answer>();
    answer(storageUsageOperation, () => usage.promise);
    const { user } = renderApp(`/projects/${project.id}`);
    await user.upload(await screen.findByLabelText('Choose files'), picture('dusk.png'));
    expect(screen.getByText('dusk.png')).toBeInTheDocument();
    usage.resolve({ status: 200, body: makeUsage({ total_storage_bytes: 5 * 1024 * 1024 }) });
    await sees(/Not enough storage space/);
  });

  it('uploads the chosen file and confirms it by toast', async () => {
    const { user } = await open();
    const stored = makeFile('new.png', 3);
    const seen = answer(uploadOperation, { status: 201, body: { success: true, files: [stored] } });
    accept(getProjectOperation, { project: { ...project, files: [...project.files, stored] } });
    await upload(user, 'new.png');
    await sees('File uploaded successfully');
    expect(await screen.findByRole('button', { name: 'Preview new.png' })).toBeInTheDocument();
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['the server’s sentence', 415, 'new.png is not a supported type.', 0],
    ['a sentence of its own', 500, undefined, 1],
  ])(
    'shows %s once, on the frame, when an upload fails',
    async (_name, status, sentence, retries) => {
      const { user } = await open();
      refuse(uploadOperation, status, sentence);
      await upload(user, 'new.png');
      const frame = await screen.findByRole('listitem', { name: 'Upload of new.png' });
      const shown = sentence ?? 'Failed to upload file';
      expect(await within(frame).findByRole('alert')).toHaveTextContent(shown);
      expect(within(frame).queryAllByRole('button', { name: 'Retry new.png' })).toHaveLength(
        retries,
      );
      expect(screen.getAllByText(shown)).toHaveLength(1);
    },
  );

  it('goes on uploading while another page is shown, which says how it ends', async () => {
    const { user, pathname } = await open();
    answerProjects([project]);
    const sent = Promise.withResolvers<Answer>();
    answer(uploadOperation, () => sent.promise);
    await upload(user, 'new.png');
    expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Back to Projects' }));
    const tray = await screen.findByRole('region', { name: 'Uploads' });
    expect(tray).toHaveTextContent('0 of 1 file');
    sent.resolve({ status: 500, body: {} });
    expect(await within(tray).findByText('1 file not uploaded')).toBeInTheDocument();
    await user.click(within(tray).getByRole('link', { name: project.title }));
    expect(pathname()).toBe(`/projects/${project.id}`);
    expect(await screen.findByRole('button', { name: 'Retry new.png' })).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Uploads' })).not.toBeInTheDocument();
  });

  it('deletes a file after asking, and puts it back when the server refuses', async () => {
    const { user } = await open();
    refuse(deleteFileOperation, 500, 'Broken');
    await user.click(screen.getByRole('button', { name: 'Delete dawn.png' }));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent('Are you sure you want to delete this file?');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    await closeUndo(user);
    await sees('Broken');
    expect(await screen.findByRole('button', { name: 'Preview dawn.png' })).toBeInTheDocument();
  });

  it('asks before the tab is closed while a file is being deleted', async () => {
    const { user } = await open();
    const closing = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answer(deleteFileOperation, () => promise);
    expect(closing()).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Delete dawn.png' }));
    await answerQuestion(user, 'Delete');
    await closeUndo(user);
    await waitFor(() => expect(closing()).toBe(false));
    resolve({ status: 200, body: { success: true, message: 'Deleted' } });
    await waitFor(() => expect(closing()).toBe(true));
  });

  it('does not select a file that is uploaded under the name of a deleted one', async () => {
    const { user } = await open();
    const box = { name: 'Select dawn.png' };
    await user.click(screen.getByRole('checkbox', box));
    accept(deleteFileOperation, { success: true, message: 'Deleted' });
    accept(getProjectOperation, { project: { ...project, files: [notes] } });
    await user.click(screen.getByRole('button', { name: 'Delete selected' }));
    await answerQuestion(user, 'Delete');
    await waitFor(() => expect(screen.queryByRole('checkbox', box)).not.toBeInTheDocument());
    const corrected = { ...dawn, created_at: '2026-11-04T10:00:00.000Z' };
    accept(getProjectOperation, { project: { ...project, files: [notes, corrected] } });
    answer(uploadOperation, { status: 201, body: { success: true, files: [corrected] } });
    await upload(user, 'dawn.png');
    expect(await screen.findByRole('checkbox', box)).not.toBeChecked();
  });

  it('shows the files in the order of a shoot, however they arrived', async () => {
    await open(['DSC_10.txt', 'DSC_9.txt'].map((name) => makeFile(name, 1, 'text/plain')));
    const frames = screen.getAllByRole('checkbox', { name: /^Select / });
    expect(frames[0]).toHaveAccessibleName('Select DSC_9.txt');
  });

  it('says Failed to download file when that fails', async () => {
    const { user } = await open();
    refuse(downloadOperation, 404, 'File not found');
    await user.click(screen.getByRole('button', { name: 'Download dawn.png' }));
    await sees('Failed to download file');
  });

  it('goes from file to file with the arrow keys', async () => {
    const { user } = await open();
    refuse(downloadOperation, 404, 'File not found');
    await user.click(screen.getByRole('button', { name: 'Preview dawn.png' }));
    expect(await screen.findByRole('dialog', { name: 'dawn.png' })).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('dialog', { name: 'notes.txt' })).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(await screen.findByRole('dialog', { name: 'dawn.png' })).toBeInTheDocument();
  });

  it.each([
    ['its Close', () => fireEvent.click(closeOfViewer())],
    ['the browser’s Back', () => window.history.back()],
  ])('closes the viewer by %s, however many files it showed', async (_how, close) => {
    const { user, router, pathname } = await open();
    refuse(downloadOperation, 404, 'File not found');
    await user.click(screen.getByRole('button', { name: 'Preview dawn.png' }));
    await screen.findByRole('dialog', { name: 'dawn.png' });
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: 'notes.txt' });
    close();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(pathname()).toBe(`/projects/${project.id}`);
    await waitFor(() => expect(router.state.historyAction).toBe('POP'));
  });

  it('shows the next file, else the one before, when one is deleted in the viewer', async () => {
    const dusk = makeFile('dusk.png');
    const { user, router } = await open([dawn, dusk, notes]);
    refuse(downloadOperation, 404, 'File not found');
    accept(deleteFileOperation, { success: true, message: 'Deleted' });
    await user.click(screen.getByRole('button', { name: 'Preview dusk.png' }));
    const deletes = async (name: string, left: readonly StoredFile[]) => {
      const viewer = within(await screen.findByRole('dialog', { name }));
      accept(getProjectOperation, { project: { ...project, files: left } });
      await user.click(viewer.getByRole('button', { name: 'Delete' }));
      await answerQuestion(user, 'Delete');
    };
    await deletes('dusk.png', [dawn, notes]);
    await screen.findByRole('dialog', { name: 'notes.txt' });
    expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
    await deletes('notes.txt', [dawn]);
    await deletes('dawn.png', []);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Files' })).toHaveFocus());
  });

  it('keeps small frames while a file is opened and closed', async () => {
    const { user } = await open();
    refuse(downloadOperation, 404, 'File not found');
    const sheet = screen.getByRole('list', { name: 'Files' });
    expect(sheet).toHaveAttribute('data-density', 'large');
    await user.click(screen.getByRole('button', { name: 'Small' }));
    await user.click(screen.getByRole('button', { name: 'Preview dawn.png' }));
    await screen.findByRole('dialog');
    await user.click(closeOfViewer());
    expect(await screen.findByRole('button', { name: 'Small', pressed: true })).toBeVisible();
    expect(sheet).toHaveAttribute('data-density', 'small');
  });
});
