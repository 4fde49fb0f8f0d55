// The pages on a server that sends what the specification names, and nothing else.

import {
  createProjectOperation,
  deleteFileOperation,
  deleteProjectOperation,
  eventsOperation,
  forgotPasswordOperation,
  getProfileOperation,
  getProjectOperation,
  listProjectsOperation,
  listSessionsOperation,
  loginOperation,
  signupOperation,
  storageUsageOperation,
  summarizeProjectsOperation,
  updateProfileOperation,
  updateProjectOperation,
  uploadOperation,
} from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { accept, answer, refuse } from '../../test/api';
import { renderApp } from '../../test/render-app';
import { answerQuestion, closeUndo, fill, sees, upload } from '../../test/steps';

const made = { client: 'Northlight', created_at: '2026-11-03T10:00:00+00:00' };
const files = [{ filename: 'dawn.png' }];
const ridge = { ...made, id: '7', title: 'Ridge at Dawn', status: 'DONE', files };
const ferry = { ...made, id: 'f/8', title: 'Anna’s Ferry', status: 'archived' };
const harbour = { ...made, id: 9, title: 'Harbour', client: 'Alpine Press', status: 'in_progress' };
const user = { name: 'Ada Lens', email: 'ada@example.com' };

beforeEach(() => {
  localStorage.setItem('token', 'test-token');
  localStorage.setItem('user', JSON.stringify(user));
  accept(getProjectOperation, { project: ridge });
  for (const operation of [summarizeProjectsOperation, listSessionsOperation, eventsOperation]) {
    refuse(operation, 404);
  }
  accept(listProjectsOperation, { projects: [ridge, ferry, harbour] });
  accept(getProfileOperation, { user });
  accept(storageUsageOperation, {
    total_storage_bytes: 1_310_720,
    total_storage_mb: 1.25,
    total_files: 1,
    projects: [],
  });
});

const titles = async () => {
  const cards = await screen.findAllByRole('article');
  return cards.map((card) => within(card).getByRole('heading').textContent);
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the list of projects', () => {
  it('shows every project, an unknown status as it is, and counts them', async () => {
    renderApp('/projects');
    expect(await titles()).toEqual(['Ridge at Dawn', 'Anna’s Ferry', 'Harbour']);
    for (const status of ['Completed', 'archived', 'In Progress']) {
      expect(
        await screen.findByRole('button', { name: new RegExp(`: ${status}\\. Change$`) }),
      ).toBeVisible();
    }
    await sees('3 projects');
  });

  it.each([
    ["search=anna's", ['Anna’s Ferry']],
    ['search=NORTHLIGHT', ['Ridge at Dawn', 'Anna’s Ferry']],
    ['status=completed', ['Ridge at Dawn']],
    ['status=inprogress&search=harbour', ['Harbour']],
  ])('is filtered by %s although the server ignores it', async (query, expected) => {
    renderApp(`/projects?${query}`);
    expect(await titles()).toEqual(expected);
    const count = expected.length === 1 ? '1 project' : `${expected.length} projects`;
    await sees(count);
  });

  it.each([
    ['title', ['Anna’s Ferry', 'Harbour', 'Ridge at Dawn']],
    ['-title', ['Ridge at Dawn', 'Harbour', 'Anna’s Ferry']],
    ['client', ['Harbour', 'Ridge at Dawn', 'Anna’s Ferry']],
    ['-created_at', ['Harbour', 'Anna’s Ferry', 'Ridge at Dawn']],
    ['created_at', ['Ridge at Dawn', 'Anna’s Ferry', 'Harbour']],
    ['-updated_at', ['Anna’s Ferry', 'Ridge at Dawn', 'Harbour']],
    ['status', ['Harbour', 'Ridge at Dawn', 'Anna’s Ferry']],
  ])('is sorted by %s although the server ignores it', async (sort, expected) => {
    const projects = [
      { ...ridge, updated_at: '2026-11-05T10:00:00Z' },
      { ...ferry, created_at: '2026-11-03T10:00:01Z', updated_at: '2026-11-06T10:00:00+02:00' },
      { ...harbour, created_at: '2026-11-04T09:00:00+09:00', updated_at: '2026-11-04T10:00:00Z' },
    ];
    accept(listProjectsOperation, { projects });
    renderApp(`/projects?sort=${sort}`);
    expect(await titles()).toEqual(expected);
  });
});

it.each([404, 422, 501])(
  'the dashboard counts the projects after %d of the counts',
  async (status) => {
    refuse(summarizeProjectsOperation, status);
    renderApp('/dashboard');
    await waitFor(() => {
      const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
      expect(figures).toEqual(['3', '1', '1', '1.3 MB of 5 MB']);
    });
    expect(await screen.findByRole('link', { name: 'Ridge at Dawn' })).toBeInTheDocument();
  },
);

it('the dashboard shows the five newest projects, however many the server sends', async () => {
  const days = [1, 7, 3, 6, 2, 5, 4];
  const projects = days.map((day) => {
    const created_at = `2026-11-0${day}T10:00:00Z`;
    return { ...ridge, id: String(day), title: `Day ${day}`, created_at };
  });
  accept(listProjectsOperation, { projects });
  renderApp('/dashboard');
  await screen.findByRole('link', { name: 'Day 7' });
  const links = screen.getAllByRole('link', { name: /^Day/ }).map((link) => link.textContent);
  expect(links).toEqual(['Day 7', 'Day 6', 'Day 5', 'Day 4', 'Day 3']);
});

it('/storage shows the usage', async () => {
  renderApp('/storage');
  await sees('1.25 MB');
});

describe('signing in', () => {
  const logIn = async () => {
    localStorage.clear();
    const app = renderApp('/login');
    await fill(app.user, { Email: 'typed@example.com', Password: 'secret1' }, 'Sign In');
  };

  it('works with a user of name and email', async () => {
    accept(loginOperation, { token: 't', user });
    await logIn();
    expect(await heading('Welcome, Ada Lens')).toBeInTheDocument();
  });

  it.each([
    [200, { email_verification_required: true, email: 'ada@example.com' }, 'ada@example.com'],
    [200, { success: false, email_verification_required: true }, 'typed@example.com'],
    [403, { email_verification_required: true }, 'typed@example.com'],
  ])('waits for a verification that is required, after %d %j', async (status, body, email) => {
    answer(loginOperation, { status, body });
    await logIn();
    await sees(email);
  });
});

it.each([
  [{ email_verification_required: true, email: 'ada@example.com' }, 'Verify your email'],
  [{ token: 't', user }, 'Welcome, Ada Lens'],
])('signing up goes on after %j', async (body, next) => {
  localStorage.clear();
  accept(signupOperation, body);
  const app = renderApp('/register');
  await fill(app.user, {
    'Full name': 'Ada Lens',
    Email: 'ada@example.com',
    Password: 'secret1',
    'Confirm password': 'secret1',
  });
  await app.user.click(screen.getByRole('checkbox'));
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await heading(next)).toBeInTheDocument();
});

it.each(['{}', ''])('/forgot-password accepts %j as done', async (body) => {
  localStorage.clear();
  accept(forgotPasswordOperation, body);
  const app = renderApp('/forgot-password');
  await fill(app.user, { Email: 'ada@example.com' }, 'Send Reset Link');
  await sees('Password reset email sent!');
});

describe('a project', () => {
  const open = async () => {
    const app = renderApp('/projects/7');
    await heading('Ridge at Dawn');
    return app;
  };

  it('shows a file of which only the name is known, and the day of creation', async () => {
    await open();
    expect(screen.getByText('dawn.png')).toBeInTheDocument();
    expect(screen.getByText('Nov 3, 2026')).toBeInTheDocument();
    expect(screen.queryByText('0 Bytes')).not.toBeInTheDocument();
  });

  it('is created by an answer with its id alone', async () => {
    accept(createProjectOperation, { project: { id: 7 } });
    const app = renderApp('/projects/new');
    await fill(app.user, { Title: 'Ridge at Dawn', Client: 'Alpine Press' }, 'Create Project');
    await sees('Project created successfully!');
    expect(app.pathname()).toBe('/projects/7');
    expect(await heading('Ridge at Dawn')).toBeInTheDocument();
  });

  it.each(['{}', ''])('is saved by the answer %j, sent whole as there is no ETag', async (body) => {
    accept(getProjectOperation, { ...ridge, status: 'archived' });
    const app = await open();
    const seen = accept(updateProjectOperation, body);
    accept(getProjectOperation, { ...ridge, title: 'Dusk' });
    await app.user.click(screen.getByRole('button', { name: 'Edit' }));
    await fill(app.user, { Title: 'Dusk' }, 'Save Changes');
    await sees('Project updated successfully');
    expect(seen[0]?.body).toEqual({
      title: 'Dusk',
      client: 'Northlight',
      contact: '',
      status: 'archived',
      description: '',
    });
    expect(seen[0]?.headers.has('if-match')).toBe(false);
    expect(await heading('Dusk')).toBeInTheDocument();
  });

  it('keeps its other fields when its status is changed', async () => {
    const app = await open();
    const seen = accept(updateProjectOperation, '');
    accept(getProjectOperation, { ...ridge, status: 'review' });
    await app.user.click(screen.getByRole('radio', { name: 'Review' }));
    await sees('Project updated successfully');
    expect(seen[0]?.body).toMatchObject({ title: 'Ridge at Dawn', status: 'review' });
  });

  it.each([
    ['Delete dawn.png', deleteFileOperation, 'File deleted successfully'],
    ['Delete', deleteProjectOperation, 'Project deleted successfully'],
  ])('accepts an empty answer: %s', async (button, operation, done) => {
    const seen = accept(operation, '');
    const app = await open();
    await app.user.click(screen.getByRole('button', { name: button }));
    await answerQuestion(app.user, 'Delete');
    await sees(done);
    if (operation === deleteFileOperation) await closeUndo(app.user);
    await waitFor(() => expect(seen).toHaveLength(1));
  });

  it.each(['{}', ''])('has the uploaded file after the answer %j', async (body) => {
    accept(uploadOperation, body);
    await upload((await open()).user, 'new.png');
    await sees('File uploaded successfully');
  });

  it.each([
    ['{"success":false,"message":"The disk is full"}', 'The disk is full'],
    ['{"error":"The disk is full"}', 'The disk is full'],
    ['<html></html>', 'Failed to upload file'],
  ])('says why an upload failed, and logs it: %s', async (body, reason) => {
    accept(uploadOperation, body);
    await upload((await open()).user, 'new.png');
    const frame = await screen.findByRole('listitem', { name: 'Upload of new.png' });
    expect(await within(frame).findByRole('alert')).toHaveTextContent(reason);
    expect(console.error).toHaveBeenCalledWith(
      'API error: status 200, http://localhost:3000/api/upload',
    );
  });
});

describe('/profile', () => {
  it('opens without the sessions, and without what is not known', async () => {
    renderApp('/profile');
    expect(await heading('Profile Settings')).toBeInTheDocument();
    await waitFor(() =>
      expect(
        screen.queryByRole('heading', { name: 'Where you are signed in' }),
      ).not.toBeInTheDocument(),
    );
    expect(screen.getAllByText('ada@example.com').length).toBeGreaterThan(0);
    expect(screen.queryByText('Member since')).not.toBeInTheDocument();
  });

  it.each(['{}', ''])('shows what was saved after the answer %j', async (body) => {
    accept(updateProfileOperation, body);
    const app = renderApp('/profile');
    await app.user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
    await fill(app.user, { Name: 'Ada Light' }, 'Save Changes');
    await sees('Profile updated successfully');
    expect(screen.getAllByText('Ada Light').length).toBeGreaterThan(0);
  });
});
