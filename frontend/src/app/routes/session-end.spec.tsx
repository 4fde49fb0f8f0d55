import {
  createProjectOperation,
  deleteFileOperation,
  loginOperation,
  type User,
} from '@studiolo/contracts';
import { act, screen, waitFor } from '@testing-library/react';

import { call } from '../../lib/api/client';
import { endSession, signIn } from '../../lib/session/session';
import { accept, refuse, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn, storeSession, testUser } from '../../test/render-app';
import { fill, sees } from '../../test/steps';

const somebodyElse: User = { ...testUser, id: '01930000-0000-7000-8000-000000000002', name: 'Bo' };

/** Types a project, whose create finds that the session has ended. */
async function loseSession() {
  storeSession();
  refuse(createProjectOperation, 401, 'Please sign in to continue');
  refuseSignedInCalls();
  const app = renderApp('/projects/new');
  await fill(app.user, { Title: 'Ridge at Dawn', Client: 'Alpine Press' }, 'Create Project');
  await screen.findByText(/Your session has ended/);
  return app;
}

async function signInAs({ user: hands, pathname }: ReturnType<typeof renderApp>, user: User) {
  accept(loginOperation, { ...signedIn, user });
  await fill(hands, { Email: user.email, Password: 'secret1' }, 'Sign In');
  await waitFor(() => expect(pathname()).toBe('/dashboard'));
}

const offer = () => screen.queryByText(/What you typed in .* is kept/);

describe('a session that ends elsewhere', () => {
  it('is explained on /login, and its user finds what was typed in the form again', async () => {
    const app = await loseSession();
    expect(screen.getByText(/What you typed is kept/)).toBeInTheDocument();
    await signInAs(app, testUser);
    await screen.findByText(/What you typed in .* is kept/);
    await app.user.click(screen.getByRole('link', { name: 'Continue' }));
    expect(await screen.findByLabelText('Title')).toHaveValue('Ridge at Dawn');
    expect(screen.getByLabelText('Client')).toHaveValue('Alpine Press');
    expect(screen.getByLabelText('Contact')).toHaveValue('');
  });

  it('stays explained on /login when further calls are refused, such as the other files to delete', async () => {
    await loseSession();
    refuse(deleteFileOperation, 401, 'Please sign in to continue');
    const params = { projectId: '7', filename: 'b.png' };
    await act(() => call(deleteFileOperation, { params }).catch(() => undefined));
    expect(screen.getByText(/What you typed is kept/)).toBeInTheDocument();
  });

  it('is explained on /login when another tab has signed out', async () => {
    storeSession();
    renderApp('/studio');
    await screen.findByRole('heading', { name: 'Studio', level: 1 });
    localStorage.removeItem('token');
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }));
    });
    await sees(/Your session has ended/);
    expect(screen.queryByText(/What you typed is kept/)).not.toBeInTheDocument();
  });

  it.each([
    [testUser, '/projects', '?search=ridge&view=board'],
    [somebodyElse, '/dashboard', ''],
  ])('leads %o back to %s%s', async (user, path, search) => {
    storeSession();
    refuseSignedInCalls();
    const app = renderApp('/projects?search=ridge&view=board');
    await screen.findByLabelText('Search');
    act(() => {
      endSession();
    });
    accept(loginOperation, { ...signedIn, user });
    await fill(app.user, { Email: user.email, Password: 'secret1' }, 'Sign In');
    await waitFor(() => expect(app.pathname()).toBe(path));
    expect(app.router.state.location.search).toBe(search);
  });

  it('is not spoken of to who was not signed in', async () => {
    renderApp('/dashboard');
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
  });

  it('leaves nothing typed to another user', async () => {
    const app = await loseSession();
    await signInAs(app, somebodyElse);
    await screen.findByRole('heading', { level: 1, name: /Bo/ });
    expect(offer()).not.toBeInTheDocument();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ridge at Dawn');
  });

  it('leaves nothing typed in the tab as soon as another user is signed in, whatever page follows', async () => {
    await loseSession();
    act(() => {
      signIn('token', somebodyElse);
    });
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ridge at Dawn');
  });

  it('keeps nothing that was discarded', async () => {
    const app = await loseSession();
    await signInAs(app, testUser);
    await app.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(offer()).not.toBeInTheDocument();
    await act(() => app.router.navigate('/projects/new'));
    expect(await screen.findByLabelText('Title')).toHaveValue('');
  });
});
