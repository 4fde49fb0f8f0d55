import { jest } from '@jest/globals';
import {
  downloadOperation,
  getProjectOperation,
  type Project,
  storageUsageOperation,
} from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { firstPictures, firstReads } from '../../app/pages';
import { fetchFile } from '../../features/files/api/file-query';
import { accept, answer } from '../../test/api';
import { answerProjects, answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { server } from '../../test/server';
import { call } from './client';
import { readEarly } from './early-answers';
import { NetworkError } from './errors';

const project: Project = makeProject({ title: 'Ridge at Dawn' });
const calls: string[] = [];
/** What the layout reads once the page is complete. */
const READ_LATER = /events|profile/;

beforeEach(() => {
  calls.length = 0;
  server.events.on('request:start', ({ request }) => calls.push(request.url));
  accept(getProjectOperation, { success: true, project });
  answerProjects([project]);
  answerUsage({ total_storage_bytes: 0 });
});

afterEach(() => server.events.removeAllListeners());

it.each([
  ['/dashboard', ['Ridge at Dawn', /of 5 MB/]],
  ['/projects', ['Ridge at Dawn', '1 project']],
  [`/projects/${project.id}`, ['Ridge at Dawn', /5(\.0)? MB/]],
  ['/storage', [/of 5 MB/]],
] as const)(
  '%s asks once for what it shows, while its code is on its way',
  async (pathname, shown) => {
    storeSession();
    const early = firstReads({ pathname, search: '' });
    readEarly(early);
    await waitFor(() => expect(calls).toHaveLength(early.length));
    renderApp(pathname);
    for (const text of shown) await screen.findAllByText(text);
    const reads = calls.map((url) => url.slice(new URL(url).origin.length));
    expect(reads.filter((path) => !READ_LATER.test(path)).toSorted()).toEqual(early.toSorted());
  },
);

it('the first pictures of a project are fetched as soon as it is known which they are', async () => {
  storeSession();
  const files = ['ridge.png', 'dawn, 50 %.png', 'brief.pdf', 'huge.png', 'fifth.png'].map((name) =>
    makeFile(
      name,
      name === 'huge.png' ? 5 * 1024 * 1024 : 1024,
      name.endsWith('.pdf') ? 'application/pdf' : undefined,
    ),
  );
  accept(getProjectOperation, { success: true, project: { ...project, files } });
  const bytes = accept(downloadOperation, 'bytes');
  const limit = jest.spyOn(AbortSignal, 'timeout');
  readEarly(firstReads({ pathname: `/projects/${project.id}`, search: '' }), firstPictures);
  await waitFor(() => expect(bytes).toHaveLength(2));
  const pictures = await Promise.all(
    ['dawn, 50 %.png', 'fifth.png'].map((filename) => fetchFile(project.id, filename)),
  );
  await expect(pictures[0]?.text()).resolves.toBe('bytes');
  expect(bytes).toHaveLength(2);
  // The first reads have a time limit; bytes may take longer.
  expect(limit).toHaveBeenCalledTimes(2);
});

it('an answer that was read with another session is not shown', async () => {
  storeSession();
  readEarly(['/api/projects?limit=100']);
  storeSession(undefined, 'another-token');
  renderApp('/projects');
  await screen.findByRole('link', { name: 'Ridge at Dawn' });
  expect(calls.filter((url) => url.endsWith('/api/projects?limit=100'))).toHaveLength(2);
});

it('a call that takes an early answer fails when none comes in time', async () => {
  storeSession();
  answer(storageUsageOperation, () => new Promise(() => undefined));
  jest.spyOn(console, 'error').mockReturnValue();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  readEarly(['/api/storage/usage']);
  await expect(call(storageUsageOperation, {})).rejects.toThrow(NetworkError);
});

it('reads nothing for somebody who is not signed in', () => {
  localStorage.clear();
  readEarly(['/api/projects/summary']);
  expect(calls).toEqual([]);
});
