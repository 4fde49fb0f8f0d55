// Loaded here so that the first test does not wait for the lazy page.
import './login';

import { googleUrlOperation, loginOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, answer, cutOff, refuse } from '../../test/api';
import { renderApp, storeSession, testUser } from '../../test/render-app';
import { sees, seesAlert } from '../../test/sees';
import { refuseSignedInCalls } from '../../test/signed-in-calls';

async function logIn(password = 'secret1') {
  const app = renderApp('/login');
  await app.user.type(await screen.findByLabelText('Email'), 'Ada@Example.com');
  await app.user.type(screen.getByLabelText('Password'), password);
  await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return app;
}

describe('/login', () => {
  it('offers email, password, remember me, Google and the links to the other pages', async () => {
    renderApp('/login');
    expect(await screen.findByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Password')).toBeRequired();
    expect(screen.getByLabelText('Remember me')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/register',
    );
  });

  it('shows and hides the password', async () => {
    const { user } = renderApp('/login');
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password).toHaveAttribute('type', 'password');
  });

  it('stores token and user and goes to /dashboard', async () => {
    const seen = accept(loginOperation, { success: true, token: 'fresh', user: testUser });
    refuseSignedInCalls();
    const { pathname } = await logIn();
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret1' });
  });

  it('shows the server’s error in the form and stays on /login', async () => {
    refuse(loginOperation, 401, 'Invalid email or password');
    const { pathname } = await logIn();
    await seesAlert('Invalid email or password');
    expect(pathname()).toBe('/login');
    expect(screen.getByLabelText('Email')).toHaveValue('Ada@Example.com');
  });

  it('says Login failed when the server gives no reason', async () => {
    refuse(loginOperation, 500);
    await logIn();
    await seesAlert('Login failed');
  });

  it('says An error occurred during login when no answer comes', async () => {
    cutOff(loginOperation);
    await logIn();
    await seesAlert('An error occurred during login');
  });

  it('goes to /verify-email-pending when the email is not verified', async () => {
    refuse(loginOperation, 403, 'Please verify your email before logging in', {
      email_verification_required: true,
      email: 'ada@example.com',
      attempt: 'a-sign-up',
    });
    const { pathname, router } = await logIn();
    await waitFor(() => expect(pathname()).toBe('/verify-email-pending'));
    expect(router.state.location.state).toMatchObject({ attempt: 'a-sign-up' });
    await sees('ada@example.com');
    await sees('Please verify your email before logging in');
  });

  it('sends nothing while a field is empty and says so beside it', async () => {
    const { user } = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    await sees('Email is required');
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('sends one request when the button is pressed several times', async () => {
    let release = () => undefined as unknown;
    const held = new Promise((resolve) => {
      release = () => resolve(null);
    });
    const seen = answer(loginOperation, async () => {
      await held;
      return { status: 401, body: { success: false, error: 'Invalid email or password' } };
    });
    const { user } = await logIn();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await user.keyboard('{Enter}');
    release();
    await screen.findByRole('alert');
    expect(seen).toHaveLength(1);
  });

  it('redirects a signed-in user to /dashboard', async () => {
    storeSession();
    refuseSignedInCalls();
    const { pathname } = renderApp('/login');
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
  });
});

describe('Continue with Google', () => {
  async function start() {
    const { user } = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Continue with Google' }));
  }

  it('shows the server’s error', async () => {
    refuse(googleUrlOperation, 503, 'Signing in with Google is not possible here');
    await start();
    await seesAlert('Signing in with Google is not possible here');
  });

  it('says Failed to initiate Google sign in when the server gives no reason', async () => {
    refuse(googleUrlOperation, 500);
    await start();
    await seesAlert('Failed to initiate Google sign in');
  });

  it.each([{}, { authorization_url: '' }, { authorization_url: 'javascript:alert(1)' }])(
    'says No authorization URL received from server for the answer %j',
    async (body) => {
      accept(googleUrlOperation, body);
      await start();
      await seesAlert('No authorization URL received from server');
    },
  );
});
