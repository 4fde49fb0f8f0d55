import { logoutOperation } from '@studiolo/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';

import { accept, cutOff, refuseSignedInCalls } from '../test/api';
import { renderApp, storeSession, testUser } from '../test/render-app';
import { answerQuestion } from '../test/steps';
import { protectedPages } from './pages';

/** Opens the studio, because that page makes no API calls. */
async function openStudio() {
  storeSession();
  const app = renderApp('/studio');
  await screen.findByRole('heading', { name: 'Studio', level: 1 });
  return app;
}

/** Styles hide it or the bar of small screens, which comes before it. */
const sidebar = () => {
  const [, wide] = screen.getAllByRole('banner');
  return within(wide ?? document.body);
};

it.each([
  ...protectedPages.map(({ path }) => [path, '/login', ' when nobody is signed in']),
  ...['/nowhere', '/dashboard/more', '/login/x'].map((path) => [path, '/', '']),
])('%s leads to %s%s', async (path, next) => {
  const { pathname } = renderApp(path);
  await waitFor(() => expect(pathname()).toBe(next));
});

describe('the layout', () => {
  it('has the menu Dashboard, Projects, Storage, Studio', async () => {
    await openStudio();
    const nav = within(sidebar().getByRole('navigation', { name: 'Main' }));
    expect(nav.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Projects',
      'Storage',
      'Studio',
    ]);
  });

  it.each([
    ['/projects/new', 'Projects'],
    ['/projects', 'Projects'],
    ['/dashboard', 'Dashboard'],
    ['/dashboard/', 'Dashboard'],
    ['/studio', 'Studio'],
  ])('at %s marks %s alone', async (path, label) => {
    storeSession();
    refuseSignedInCalls();
    renderApp(path);
    await screen.findAllByRole('banner');
    const links = sidebar().getAllByRole('link');
    const current = links.filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual([label]);
  });

  it('focuses the content of a new page, which has its name', async () => {
    refuseSignedInCalls();
    const { user } = await openStudio();
    await user.click(sidebar().getByRole('link', { name: 'Dashboard' }));
    expect(await screen.findByRole('main', { name: 'Dashboard' })).toHaveFocus();
  });

  it('shows initial, name, email and a link to the profile', async () => {
    await openStudio();
    const link = sidebar().getByRole('link', { name: /^Profile of Ada Lens/ });
    expect(link).toHaveAttribute('href', '/profile');
    expect(link).toHaveTextContent('Profile of AAda Lensada@example.com');
  });

  it('shows the emoji that a name begins with whole, as the initial', async () => {
    storeSession({ ...testUser, name: ' 🎬 Film Co' });
    renderApp('/studio');
    expect(await screen.findByText('🎬')).toBeInTheDocument();
  });

  it('shows a second logo image when the first cannot be loaded', async () => {
    await openStudio();
    const [logo] = screen.getAllByAltText('');
    expect(logo).toHaveAttribute('src', '/logo.svg');
    fireEvent.error(logo!);
    expect(logo).toHaveAttribute('src', '/logo.png');
  });

  it('toggles the theme', async () => {
    const { user } = await openStudio();
    await user.click(sidebar().getByRole('button', { name: 'Switch to dark theme' }));
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('asks before logout, then clears token and user and goes to /login', async () => {
    const seen = accept(logoutOperation, { success: true, message: 'ok' });
    const { user, pathname } = await openStudio();
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Logout' });
    expect(question).toHaveAccessibleDescription('Are you sure you want to logout?');
    expect(localStorage.getItem('token')).toBe('test-token');
    await user.click(within(question).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(pathname()).toBe('/login'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer test-token');
  });

  it('stays signed in when logout is not confirmed', async () => {
    const { user, pathname } = await openStudio();
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(pathname()).toBe('/studio');
    expect(localStorage.getItem('token')).toBe('test-token');
  });

  it('logs out even when the server cannot be reached', async () => {
    cutOff(logoutOperation);
    const { user, pathname } = await openStudio();
    await user.click(sidebar().getByRole('button', { name: 'Logout' }));
    await answerQuestion(user, 'Logout');
    await waitFor(() => expect(pathname()).toBe('/login'));
  });

  it('opens the drawer by the menu button and closes it on Escape, on a link and on a change of page', async () => {
    const { user, router } = await openStudio();
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Open menu' }));
      return screen.findByRole('dialog', { name: 'Menu' });
    };
    const expectClosed = () =>
      waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument());
    await open();
    await user.keyboard('{Escape}');
    await expectClosed();
    await user.click(within(await open()).getByRole('link', { name: 'Studio' }));
    await expectClosed();
    await open();
    await act(() => router.navigate('/nowhere'));
    await expectClosed();
    await act(() => router.navigate(-1));
    await screen.findByRole('heading', { name: 'Studio', level: 1 });
    await expectClosed();
  });

  it('does not scroll the page while the drawer is open', async () => {
    const { user } = await openStudio();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await screen.findByRole('dialog', { name: 'Menu' });
    expect(document.body).toHaveAttribute('data-scroll-locked');
    await user.click(screen.getByRole('button', { name: 'Close menu' }));
    await waitFor(() => expect(document.body).not.toHaveAttribute('data-scroll-locked'));
  });
});
