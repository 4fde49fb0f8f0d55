import { setTimeout as delay } from 'node:timers/promises';

import {
  getProjectOperation,
  listProjectsOperation,
  type Project,
  SEARCH_MAX_LENGTH,
  summarizeProjectsOperation,
  updateProjectOperation,
} from '@studiolo/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { accept, answer, refuse } from '../../test/api';
import { answerProjects, makeFile, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { linkTo, optionsOf, sees } from '../../test/steps';

const dawn = makeProject({
  title: 'Ridge at Dawn',
  client: 'Alpine Press',
  description: 'Twelve mornings',
  files: [makeFile('a.png'), makeFile('b.png')],
  created_at: '2026-11-03T10:00:00.000Z',
});
const ferry = makeProject({ title: 'The Last Ferry', client: 'Northlight', status: 'review' });

const statusButton = (label: string) =>
  screen.findByRole('button', { name: `Status of Ridge at Dawn: ${label}. Change` });

/** Longer than anything without the network takes. */
const LATER_MS = 200;

beforeEach(() => storeSession());

describe('/projects', () => {
  it('lists projects with a count, each with status, title, client, description, files and date', async () => {
    answerProjects([dawn, ferry]);
    renderApp('/projects');
    const link = await screen.findByRole('link', { name: 'Ridge at Dawn' });
    expect(link).toHaveAttribute('href', `/projects/${dawn.id}`);
    const card = within(screen.getAllByRole('article')[0] ?? document.body);
    for (const text of ['To Do', 'Alpine Press', 'Twelve mornings', '2 files', 'Nov 3, 2026']) {
      expect(card.getByText(text)).toBeInTheDocument();
    }
    expect(screen.getAllByText('2 projects').length).toBeGreaterThan(0);
  });

  it('offers every status in the filter', async () => {
    answerProjects([dawn]);
    renderApp('/projects');
    expect(optionsOf(await screen.findByLabelText('Status'))).toEqual([
      ['', 'All Status'],
      ['todo', 'To Do'],
      ['inprogress', 'In Progress'],
      ['review', 'Review'],
      ['completed', 'Completed'],
      ['blocked', 'On Hold'],
    ]);
  });

  it('searches while the user types, filters by status and keeps both in the URL', async () => {
    const seen = answerProjects([dawn]);
    const { user, router } = renderApp('/projects');
    await user.type(await screen.findByLabelText('Search'), 'ridge');
    await user.selectOptions(screen.getByLabelText('Status'), 'Completed');
    await waitFor(() =>
      expect(router.state.location.search).toBe('?search=ridge&status=completed'),
    );
    expect(await screen.findByText('1 project for ridge')).toHaveAttribute('role', 'status');
    await waitFor(() => {
      const asked = seen.map(({ url }) => Object.fromEntries(url.searchParams));
      expect(asked).toContainEqual(
        expect.objectContaining({ search: 'ridge', status: 'completed' }),
      );
    });
  });

  const changes = {
    search: () => fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ridge' } }),
    status: () =>
      fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'review' } }),
    sort: () => fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'client' } }),
    view: () => fireEvent.click(screen.getByRole('button', { name: 'Board' })),
  };
  const values = { search: 'ridge', status: 'review', sort: 'client', view: 'board' };
  type Change = keyof typeof changes;
  const names = Object.keys(changes) as Change[];
  it.each(
    names.flatMap((one) => names.filter((name) => name !== one).map((other) => [one, other])),
  )('keeps a change of %s that is followed at once by one of %s', async (...pair: Change[]) => {
    answerProjects([dawn]);
    const { router } = renderApp('/projects');
    await screen.findByLabelText('Search');
    for (const name of pair) changes[name]();
    const expected = pair.map((name) => [name, values[name]]).toSorted();
    await waitFor(() => {
      const params = new URLSearchParams(router.state.location.search);
      expect([...params].toSorted()).toEqual(expected);
    });
  });

  it.each(['list', 'board'])(
    'sorts the %s by what is chosen, newest first otherwise',
    async (view) => {
      const seen = answerProjects([ferry, dawn]);
      const { user, router } = renderApp(`/projects?view=${view}`);
      await user.selectOptions(await screen.findByLabelText('Sort'), 'Title, Z to A');
      await waitFor(() => expect(router.state.location.search).toContain('sort=-title'));
      await waitFor(() => {
        const asked = seen.map(({ url }) => url.searchParams.get('sort'));
        expect(new Set(asked)).toEqual(new Set([null, '-title']));
      });
      await user.selectOptions(screen.getByLabelText('Sort'), 'Newest first');
      await waitFor(() => expect(router.state.location.search).not.toContain('sort'));
    },
  );

  it('takes a cleared search as the last word, whenever the address follows', async () => {
    answerProjects([dawn]);
    const { router } = renderApp('/projects');
    const search = await screen.findByLabelText('Search');
    fireEvent.change(search, { target: { value: 'ridge' } });
    const stop = router.subscribe(() => {
      stop();
      fireEvent.change(search, { target: { value: '' } });
    });
    await waitFor(() => expect(search).toHaveValue(''));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(search).toHaveValue('');
  });

  it('shows the filter of the address that Back or a link leads to', async () => {
    answerProjects([dawn]);
    const { user, router } = renderApp('/projects?search=ridge');
    await screen.findByDisplayValue('ridge');
    await user.click(screen.getByRole('link', { name: 'Projects' }));
    await waitFor(() => expect(screen.getByLabelText('Search')).toHaveValue(''));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.getByLabelText('Search')).toHaveValue('ridge'));
  });

  it('starts with the search and status of its URL', async () => {
    const seen = answerProjects([dawn]);
    renderApp('/projects?search=ridge&status=blocked');
    expect(await screen.findByLabelText('Search')).toHaveValue('ridge');
    expect(screen.getByLabelText('Status')).toHaveDisplayValue('On Hold');
    await waitFor(() => expect(seen[0]?.url.searchParams.get('status')).toBe('blocked'));
  });

  it('takes no longer search than the server, typed or in its URL', async () => {
    const seen = answerProjects([dawn]);
    renderApp(`/projects?search=${'x'.repeat(SEARCH_MAX_LENGTH + 1)}`);
    expect(await screen.findByLabelText('Search')).toHaveAttribute('maxlength', '200');
    await screen.findByRole('heading', { name: 'No projects found' });
    expect(seen[0]?.url.searchParams.get('search')).toHaveLength(SEARCH_MAX_LENGTH);
  });

  it('says No projects found and offers to create the first one', async () => {
    answerProjects([]);
    renderApp('/projects');
    expect(await screen.findByRole('heading', { name: 'No projects found' })).toBeInTheDocument();
    expect(await linkTo('Create Your First Project')).toBe('/projects/new');
  });

  it('says No projects found and hints at the filters when a search finds nothing', async () => {
    answerProjects([]);
    const { user, router } = renderApp('/projects?search=zzz');
    expect(await screen.findByRole('heading', { name: 'No projects found' })).toBeInTheDocument();
    expect(screen.getByText('Try adjusting your search or filters.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it.each([
    ['list', '/projects'],
    ['board', '/projects?view=board'],
  ])('only logs a failure to fetch, and one button shows the %s after all', async (_view, path) => {
    refuse(summarizeProjectsOperation, 500, 'Broken');
    refuse(listProjectsOperation, 500, 'Broken');
    const { user } = renderApp(path);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(console.error).toHaveBeenCalledWith(
      expect.stringContaining('API error: status 500, http://localhost:3000/api/projects?'),
    );
    expect(screen.queryByText(/broken|failed/i)).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    answerProjects([dawn]);
    await user.click(retry);
    expect((await screen.findAllByRole('link', { name: 'Ridge at Dawn' })).length).toBeGreaterThan(
      0,
    );
  });
});

const isNow = (project: Project, etag: string, status = 200) => ({
  status,
  body: { project },
  headers: { etag },
});

describe('changing a status from a card', () => {
  async function choose(label: string) {
    answerProjects([dawn]);
    answer(getProjectOperation, isNow(dawn, '"first"'));
    const app = renderApp('/projects');
    const button = await statusButton('To Do');
    button.focus();
    await app.user.keyboard('{Enter}');
    await app.user.click(await screen.findByRole('menuitemradio', { name: label }));
    // Until the menu is closed, it lets nothing else be pressed.
    await waitFor(() => expect(document.body).not.toHaveStyle({ pointerEvents: 'none' }));
    return app;
  }

  it('shows the new status at once and saves it', async () => {
    const seen = accept(updateProjectOperation, { project: { ...dawn, status: 'review' } });
    await choose('Review');
    await statusButton('Review');
    await sees('Ridge at Dawn: Review');
    expect(seen[0]?.body).toEqual({ status: 'review' });
    expect(seen[0]?.headers.get('if-match')).toBe('"first"');
  });

  it('leaves the title that was saved elsewhere meanwhile', async () => {
    const renamed = { ...dawn, title: 'Ridge at Noon' };
    const seen = answer(updateProjectOperation, () =>
      Promise.resolve(
        seen.length === 1
          ? isNow(renamed, '"second"', 412)
          : isNow({ ...renamed, status: 'review' }, '"third"'),
      ),
    );
    await choose('Review');
    expect(await screen.findByRole('link', { name: 'Ridge at Noon' })).toBeInTheDocument();
    expect(seen[1]?.body).toEqual({ status: 'review' });
    expect(seen[1]?.headers.get('if-match')).toBe('"second"');
  });

  it('can be undone in the toast that tells of it', async () => {
    const seen = answer(updateProjectOperation, () => {
      const { status } = seen.at(-1)?.body as Pick<Project, 'status'>;
      return Promise.resolve(isNow({ ...dawn, status }, `"after ${status}"`));
    });
    const { user } = await choose('Review');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await statusButton('To Do');
    await sees('Ridge at Dawn: To Do');
    expect(seen.map(({ body }) => body)).toEqual([{ status: 'review' }, { status: 'todo' }]);
    expect(seen[1]?.headers.get('if-match')).toBe('"after review"');
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  });

  it('is not undone once the project was changed elsewhere, whose status is shown', async () => {
    const seen = answer(updateProjectOperation, () =>
      Promise.resolve(
        seen.length === 1
          ? isNow({ ...dawn, status: 'review' }, '"second"')
          : isNow({ ...dawn, status: 'done' }, '"third"', 412),
      ),
    );
    const { user } = await choose('Review');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await sees('Not undone: the project was changed meanwhile');
    await statusButton('Completed');
    expect(seen).toHaveLength(2);
  });

  it('shows the old status again and an error when it cannot be saved', async () => {
    refuse(updateProjectOperation, 503, 'Away');
    await choose('Completed');
    await sees('Failed to update project');
    await statusButton('To Do');
  });
});

describe('the board', () => {
  it('has a column for every status and keeps the view in the URL', async () => {
    answerProjects([]);
    const { user, router } = renderApp('/projects');
    await user.click(await screen.findByRole('button', { name: 'Board' }));
    await waitFor(() => expect(router.state.location.search).toBe('?view=board'));
    for (const label of ['To Do', 'In Progress', 'Review', 'Completed', 'On Hold']) {
      expect(await screen.findByRole('region', { name: label })).toBeInTheDocument();
    }
  });

  it('shows and focuses a card that was moved into a column while the column was loading', async () => {
    const moved = { ...dawn, status: 'review' as const };
    const saved = Promise.withResolvers<undefined>();
    answerProjects([dawn]);
    answer(getProjectOperation, isNow(dawn, '"first"'));
    answer(updateProjectOperation, () => {
      saved.resolve(undefined);
      return Promise.resolve({ status: 200, body: { project: moved } });
    });
    const seen = answer(listProjectsOperation, async () => {
      const status = seen.at(-1)?.url.searchParams.get('status');
      const page = (projects: Project[]) => ({
        status: 200,
        body: { projects, next_cursor: null },
      });
      if (status === 'todo') return page([dawn]);
      await saved.promise;
      await delay(LATER_MS);
      return page(status === 'review' ? [moved] : []);
    });
    const { user } = renderApp('/projects?view=board');
    const button = await statusButton('To Do');
    button.focus();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('menuitemradio', { name: 'Review' }));
    const review = within(await screen.findByRole('region', { name: 'Review' }));
    expect(await review.findByRole('link', { name: 'Ridge at Dawn' })).toBeInTheDocument();
    await waitFor(() =>
      expect(review.getByRole('button', { name: /Status of Ridge at Dawn/ })).toHaveFocus(),
    );
    const onHold = within(screen.getByRole('region', { name: 'On Hold' }));
    expect(await onHold.findByText('No projects')).toBeInTheDocument();
  });
});
