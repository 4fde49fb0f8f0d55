import { getProjectOperation } from '@studiolo/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';

import { accept } from '../test/api';
import { answerProjects, answerUsage, makeProject } from '../test/projects';
import { renderApp, storeSession } from '../test/render-app';
import { server } from '../test/server';

const project = makeProject({ title: 'Ridge at Dawn' });
const calls: string[] = [];
/** What the layout reads by itself. */
const OF_LAYOUT = /events|profile/;

const reads = () => calls.filter((path) => !OF_LAYOUT.test(path)).toSorted();

beforeEach(() => {
  calls.length = 0;
  server.events.on('request:start', ({ request }) => {
    calls.push(request.url.slice(new URL(request.url).origin.length));
  });
  accept(getProjectOperation, { success: true, project });
  answerProjects([project]);
  answerUsage({ total_storage_bytes: 0 });
});

afterEach(() => server.events.removeAllListeners());

it.each<[string, string[], string]>([
  [
    '/dashboard',
    ['/api/projects/summary', '/api/projects?limit=5', '/api/storage/usage'],
    'Ridge at Dawn',
  ],
  ['/projects', ['/api/projects/summary', '/api/projects?limit=100'], 'Ridge at Dawn'],
  [
    '/projects?search=dawn&status=todo',
    [
      '/api/projects/summary?search=dawn&status=todo',
      '/api/projects?search=dawn&status=todo&limit=100',
    ],
    'Ridge at Dawn',
  ],
  [
    `/projects/${project.id}`,
    [`/api/projects/${project.id}`, '/api/storage/usage'],
    'Ridge at Dawn',
  ],
  ['/storage', ['/api/storage/usage'], 'No files yet'],
])('%s asks once for what it shows', async (path, expected, shown) => {
  storeSession();
  renderApp(path);
  await screen.findAllByText(shown);
  expect(reads()).toEqual(expected.toSorted());
});

it.each([
  ['under the pointer', fireEvent.pointerOver],
  ['in focus', fireEvent.focusIn],
])('a link %s fetches its page, and opening the page asks no more', async (_where, intend) => {
  storeSession();
  const { user } = renderApp('/studio');
  const link = await screen.findByRole('link', { name: 'Storage' });
  intend(link);
  await waitFor(() => expect(reads()).toEqual(['/api/storage/usage']));
  await user.click(link);
  await screen.findByRole('heading', { level: 1, name: 'Storage' });
  await screen.findByText('No files yet');
  expect(reads()).toEqual(['/api/storage/usage']);
});

it('a guest is sent to /login before anything is asked for', async () => {
  const { pathname } = renderApp(`/projects/${project.id}`);
  await waitFor(() => expect(pathname()).toBe('/login'));
  await screen.findByRole('heading', { level: 1 });
  expect(calls).toEqual([]);
});
