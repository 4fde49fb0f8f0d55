import { downloadOperation, getProjectOperation } from '@studiolo/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { currentQueryClient } from '../../lib/api/query-client';
import { accept, refuse } from '../../test/api';
import { answerUsage, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';

const project = makeProject({
  title: 'Ridge',
  files: [makeFile('dawn.png'), makeFile('dusk.png')],
});

beforeEach(() => {
  storeSession();
  answerUsage();
  accept(getProjectOperation, { project });
  refuse(downloadOperation, 404, 'File not found');
});

const button = (name: string) => screen.getByRole('button', { name, hidden: true });

const changes = {
  open: () => fireEvent.click(button('Preview dawn.png')),
  'show the other': () => fireEvent.click(button('Show dusk.png')),
  close: () => fireEvent.click(button('Close')),
  small: () => fireEvent.click(button('Small')),
  large: () => fireEvent.click(button('Large')),
};
type Change = keyof typeof changes;

const closed: [Change, Change, string][] = [
  ['open', 'small', '?frames=small&file=dawn.png'],
  ['small', 'open', '?frames=small&file=dawn.png'],
  ['small', 'large', ''],
];
const opened: [Change, Change, string][] = [
  ['show the other', 'small', '?frames=small&file=dusk.png'],
  ['small', 'show the other', '?frames=small&file=dusk.png'],
  ['close', 'small', '?frames=small'],
  ['small', 'close', '?frames=small'],
];

async function open() {
  const app = renderApp(`/projects/${project.id}`);
  await screen.findByRole('button', { name: 'Preview dawn.png' });
  return app;
}

describe('the address of a project', () => {
  it.each(closed)('has %s and then %s of one moment', async (one, other, expected) => {
    const { router } = await open();
    changes[one]();
    changes[other]();
    await waitFor(() => expect(router.state.location.search).toBe(expected));
  });

  it.each(opened)('has, of an open file, %s and then %s', async (one, other, expected) => {
    const { router } = await open();
    changes.open();
    await screen.findByRole('dialog', { name: 'dawn.png' });
    await waitFor(() => expect(router.state.location.search).toBe('?file=dawn.png'));
    changes[one]();
    changes[other]();
    await waitFor(() => expect(router.state.location.search).toBe(expected));
  });

  it('is left by who closes the viewer of a file that was deleted elsewhere, which says so', async () => {
    const { user, router } = await open();
    changes.open();
    await screen.findByRole('dialog', { name: 'dawn.png' });
    accept(getProjectOperation, { project: { ...project, files: project.files.slice(1) } });
    await act(() => currentQueryClient()?.invalidateQueries());
    expect(await screen.findByText('This file was deleted elsewhere.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('is taken over when a link or Back changes it', async () => {
    const { router, pathname } = await open();
    await act(() => router.navigate(`/projects/${project.id}?file=dusk.png&frames=small`));
    expect(await screen.findByRole('dialog', { name: 'dusk.png' })).toBeInTheDocument();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(pathname()).toBe(`/projects/${project.id}`);
    expect(screen.getByRole('list', { name: 'Files' })).toHaveAttribute('data-density', 'large');
  });
});
