import { googleUrlOperation, loginOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, type Answer, answer, cutOff, refuse, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn, storeSession } from '../../test/render-app';
import { fill, linkTo, sees, seesAlert } from '../../test/steps';

async function logIn() {
  const app = renderApp('/login');
  await fill(app.user, { Email: 'Ada@Example.com', Password: 'secret1' }, 'Sign In');
  return app;
}

describe('/login', () => {
  it('offers email, password, remember me, Google and the links to the other pages', async () => {
    renderApp('/login');
    expect(await screen.findByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Password')).toBeRequired();
    expect(screen.getByLabelText('Remember me')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
    expect(await linkTo('Forgot password?')).toBe('/forgot-password');
    expect(await linkTo('Create an account')).toBe('/register');
  });

  it('hands the typed email to /forgot-password', async () => {
    const { user } = renderApp('/login');
    await fill(user, { Email: 'ada@example.com' });
    await user.click(screen.getByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('button', { name: 'Send Reset Link' });
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.com');
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
    const seen = accept(loginOperation, signedIn);
    refuseSignedInCalls();
    const { pathname } = await logIn();
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret1' });
  });

  it('sends what its fields show, also what a password manager filled in without an event', async () => {
    const seen = accept(loginOperation, signedIn);
    refuseSignedInCalls();
    const { user, pathname } = renderApp('/login');
    const [email, password] = [
      await screen.findByLabelText<HTMLInputElement>('Email'),
      screen.getByLabelText<HTMLInputElement>('Password'),
    ];
    email.value = 'ada@example.com';
    password.value = 'secret1';
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret1' });
  });

  it('shows the server’s error in the form and stays on /login', async () => {
    refuse(loginOperation, 401, 'Invalid email or password');
    const { pathname } = await logIn();
    await seesAlert('Invalid email or password');
    expect(pathname()).toBe('/login');
    expect(screen.getByLabelText('Email')).toHaveValue('Ada@Example.com');
  });

  it.each([
    ['Login failed', 'the server gives no reason', () => refuse(loginOperation, 500)],
    ['An error occurred during login', 'no answer comes', () => cutOff(loginOperation)],
  ])('says %s when %s', async (sentence, _when, fail) => {
    fail();
    await logIn();
    await seesAlert(sentence);
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

  it('checks a wrong field again with each letter', async () => {
    const { user } = renderApp('/login');
    await fill(user, { Email: 'ada@', Password: 'secret1' }, 'Sign In');
    await sees('Please enter a valid email address');
    await user.type(screen.getByLabelText('Email'), 'example');
    await sees('Please enter a valid email address');
    await user.type(screen.getByLabelText('Email'), '.com');
    await waitFor(() => expect(screen.queryByText(/valid email/)).not.toBeInTheDocument());
  });

  it('sends one request when the button is pressed several times', async () => {
    const held = Promise.withResolvers<Answer>();
    const seen = answer(loginOperation, () => held.promise);
    const { user } = await logIn();
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await user.keyboard('{Enter}');
    held.resolve({ status: 401, body: { error: 'Invalid email or password' } });
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

  it.each([
    ['Google is not set up here', 503, 'Google is not set up here'],
    ['Failed to initiate Google sign in', 500, undefined],
  ])('says %s when the server refuses it with %d: %s', async (sentence, status, error) => {
    refuse(googleUrlOperation, status, error);
    await start();
    await seesAlert(sentence);
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
