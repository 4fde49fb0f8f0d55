import { listProjectsOperation, SEARCH_MAX_LENGTH } from '@studiolo/contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';

import { answer } from '../../test/api';
import { answerProjects, makeProject } from '../../test/projects';
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
