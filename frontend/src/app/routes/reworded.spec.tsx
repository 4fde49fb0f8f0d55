// What a page does after a refusal follows from its code: not from its sentence, nor from its status.

import {
  createProjectOperation,
  downloadOperation,
  endSessionOperation,
  type ErrorCode,
  errorSentence,
  errorStatus,
  getProfileOperation,
  getProjectOperation,
  listSessionsOperation,
  type Operation,
  summarizeProjectsOperation,
  updateProjectOperation,
  uploadOperation,
} from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { archiveEntries } from '../../features/profile/archive/archive-entries';
import { accept, answer } from '../../test/api';
import { answerProjects, answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession, testUser } from '../../test/render-app';
import { fill, sees, upload } from '../../test/steps';

const project = makeProject({ title: 'Ridge at Dawn', files: [makeFile('dawn.png')] });
const session = {
  id: '01930000-0000-7000-8000-00000000000a',
  current: false,
  created_at: '2026-11-01T08:00:00.000Z',
  last_seen_at: '2026-11-20T08:00:00.000Z',
  device: 'Safari on iOS',
};
const sizes = { size: 6, max: 5, needed: 3, available: 1, quota: 5 };
const details = { reason: 'No', filename: 'new.png', contentType: 'text/plain', ...sizes };

beforeEach(() => {
  storeSession();
  answerUsage();
  answerProjects([project]);
  accept(getProjectOperation, { project });
  accept(getProfileOperation, { user: testUser });
  accept(listSessionsOperation, { sessions: [session] });
});

describe.each([
  ['as it is', errorSentence, errorStatus],
  ['with other words', () => 'Nobody decides by these words', errorStatus],
  ['with other words and status', () => '', () => 418],
])('a refusal %s', (_how, wordsOf: typeof errorSentence, statusOf) => {
  const refuseAs = (operation: Operation, code: ErrorCode, more: object = {}) => {
    const error = wordsOf({ code, details });
    const body = { success: false, error, code, ...more };
    return answer(operation, { status: statusOf(code), body, headers: { etag: '"second"' } });
  };

  it('as PROJECT_NOT_FOUND shows that there is no such project', async () => {
    refuseAs(getProjectOperation, 'PROJECT_NOT_FOUND');
    renderApp(`/projects/${project.id}`);
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Project not found' }),
    ).toBeVisible();
  });

  it('as PROJECT_CHANGED asks what to keep', async () => {
    const { user } = renderApp(`/projects/${project.id}`);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    refuseAs(updateProjectOperation, 'PROJECT_CHANGED', { project: { ...project, title: 'Dusk' } });
    await fill(user, { Title: 'Noon' }, 'Save Changes');
    expect(await screen.findByRole('group', { name: 'Title' })).toBeVisible();
  });

  it.each([
    ['INVALID_REQUEST', false],
    ['RATE_LIMITED', false],
    ['UNAVAILABLE', true],
    ['INTERNAL', true],
  ] as const)('as %s of a create is followed by a repeat of it: %s', async (code, isRepeated) => {
    const refused = refuseAs(createProjectOperation, code);
    const { user } = renderApp('/projects/new');
    await fill(user, { Title: 'Ridge', Client: 'Alpine Press' }, 'Create Project');
    await sees('Failed to create project');
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    await waitFor(() => expect(refused).toHaveLength(2));
    const [first, second] = refused.map(({ headers }) => headers.get('idempotency-key'));
    expect(first === second).toBe(isRepeated);
  });

  it.each([
    ['FILE_TOO_LARGE', false],
    ['FILE_NOT_RECOGNIZED', false],
    ['INVALID_REQUEST', false],
    ['QUOTA_EXCEEDED', true],
    ['UNAVAILABLE', true],
    ['PROJECT_NOT_FOUND', false],
  ] as const)('as %s of an upload offers a retry: %s', async (code, isOffered) => {
    refuseAs(uploadOperation, code);
    const { user } = renderApp(`/projects/${project.id}`);
    await screen.findByRole('heading', { level: 1, name: 'Ridge at Dawn' });
    await upload(user, 'new.png');
    const frame = within(await screen.findByRole('listitem', { name: 'Upload of new.png' }));
    await frame.findByRole('alert');
    expect(frame.queryAllByRole('button', { name: 'Retry new.png' })).toHaveLength(
      isOffered ? 1 : 0,
    );
  });

  it('as SESSION_NOT_FOUND means that the session has ended', async () => {
    refuseAs(endSessionOperation, 'SESSION_NOT_FOUND');
    const { user } = renderApp('/profile');
    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iOS' }));
    await sees('Session ended');
  });

  it('as NOT_FOUND does without the call', async () => {
    refuseAs(summarizeProjectsOperation, 'NOT_FOUND');
    renderApp('/projects');
    await sees('1 project');
  });

  it('as FILE_NOT_FOUND leaves the file out of the archive', async () => {
    refuseAs(downloadOperation, 'FILE_NOT_FOUND');
    const names: string[] = [];
    for await (const { name } of archiveEntries({
      onProgress: () => undefined,
      onDamaged: () => undefined,
    }))
      names.push(name);
    expect(names).toContain('missing.txt');
  });
});
