import {
  getProjectOperation,
  listProjectsOperation,
  SEARCH_MAX_LENGTH,
  summarizeProjectsOperation,
  summaryOf,
} from '@studiolo/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';

import { accept, answer } from '../../test/api';
import { answerProjects, answerUsage, makeProject } from '../../test/projects';
import { renderApp, storeSession } from '../../test/render-app';
import { sees } from '../../test/steps';

const dawn = makeProject({ title: 'Ridge at Dawn' });

/** Opens the palette, to which the search for `r` is answered, and a longer one never is. */
async function searchForR() {
  storeSession();
  const seen = answer(listProjectsOperation, () => {
    const isUnanswered = (seen.at(-1)?.url.searchParams.get('search') ?? '').length > 1;
    const page = { status: 200, body: { projects: [dawn], next_cursor: null } };
    return isUnanswered ? new Promise(() => undefined) : Promise.resolve(page);
  });
  accept(summarizeProjectsOperation, summaryOf({ todo: 1 }));
  const app = renderApp('/studio');
  await app.user.click(await screen.findByRole('button', { name: 'Go anywhere' }));
  const box = await screen.findByRole('combobox');
  await app.user.type(box, 'r');
  await screen.findByRole('group', { name: 'Projects' });
  return { ...app, box };
}

describe('the palette', () => {
  it('opens by Ctrl K, also before its code is loaded, and closes when the browser goes back', async () => {
    storeSession();
    answerProjects([dawn]);
    const { user } = renderApp('/studio');
    await screen.findByRole('button', { name: 'Go anywhere' });
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox')).toHaveFocus();
    fireEvent.popState(window);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens no project of the search before while it waits for the answer to what is typed', async () => {
    const { user, box } = await searchForR();
    await user.type(box, 'iver{Enter}');
    await sees('Searching');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
  });

  it('runs what the typed words find, also when Enter follows before anything else is drawn', async () => {
    storeSession();
    answerProjects([dawn]);
    const { user, pathname } = renderApp('/studio');
    await user.click(await screen.findByRole('button', { name: 'Go anywhere' }));
    await screen.findByRole('option', { name: /Ridge at Dawn/ });
    const box = screen.getByRole('combobox');
    // eslint-disable-next-line testing-library/no-unnecessary-act -- after each event alone, React would draw what it defers
    act(() => {
      fireEvent.change(box, { target: { value: 'new project' } });
      fireEvent.keyDown(box, { key: 'Enter' });
    });
    await waitFor(() => expect(pathname()).toBe('/projects/new'));
  });

  it('shows of each project its status, and leads to all that it does not show', async () => {
    storeSession();
    const found = Array.from({ length: 8 }, (_, index) =>
      makeProject({ title: `Ridge ${index}`, client: 'Alpine Press', status: 'review' }),
    );
    answerProjects(found);
    accept(summarizeProjectsOperation, summaryOf({ review: 20 }));
    const { user, pathname } = renderApp('/studio');
    await user.click(await screen.findByRole('button', { name: 'Go anywhere' }));
    await user.type(await screen.findByRole('combobox'), 'ridge');
    const all = await screen.findByRole('option', { name: 'Show all 20 in Projects' });
    expect(screen.getByRole('option', { name: /Ridge 7/ })).toHaveTextContent(
      'ReviewRidge 7Alpine Press',
    );
    await user.click(all);
    await waitFor(() => expect(pathname()).toBe('/projects'));
    expect(await screen.findByRole('searchbox', { name: 'Search' })).toHaveValue('ridge');
  });

  it('offers what the open project’s page has buttons for', async () => {
    storeSession();
    const project = makeProject({ title: 'Ridge at Dawn' });
    answerProjects([project]);
    accept(getProjectOperation, { project });
    answerUsage({ total_storage_bytes: 0 });
    const { user } = renderApp(`/projects/${project.id}`);
    await screen.findByRole('button', { name: 'Edit' });
    await user.click(screen.getByRole('button', { name: 'Go anywhere' }));
    await screen.findByRole('combobox');
    for (const name of ['Choose files to upload', 'Delete project'])
      expect(screen.getByRole('option', { name })).toBeInTheDocument();
    await user.click(screen.getByRole('option', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: /Edit/ })).toBeInTheDocument();
  });

  it('takes no more characters than the server searches for', async () => {
    const { box } = await searchForR();
    expect(box).toHaveAttribute('maxlength', String(SEARCH_MAX_LENGTH));
  });

  it.each(['Enter', 'Escape'])(
    'leaves the %s that ends the composition of a word to it',
    async (key) => {
      const { box } = await searchForR();
      fireEvent.keyDown(box, { key, isComposing: true });
      expect(box).toBeInTheDocument();
    },
  );
});
