import { signupOperation } from '@studiolo/contracts';
import { act, screen, waitFor } from '@testing-library/react';

import { forgetTypedSignUp } from '../../features/auth/typed-sign-up';
import { accept, cutOff, refuse, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn } from '../../test/render-app';
import { fill, sees, seesAlert } from '../../test/steps';

beforeEach(forgetTypedSignUp);

const ATTEMPT = '0193a3c4-0000-7000-8000-000000000001';

async function signUp({
  password = 'secret1',
  confirmPassword = 'secret1',
  acceptsTerms = true,
} = {}) {
  const app = renderApp('/register');
  await fill(app.user, {
    'Full name': 'Ada Lens',
    Email: 'ada@example.com',
    Password: password,
    'Confirm password': confirmPassword,
  });
  if (acceptsTerms) await app.user.click(screen.getByRole('checkbox'));
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }));
  return app;
}

describe('/register', () => {
  it('asks for name, email, password twice and the terms, and offers Google and /login', async () => {
    renderApp('/register');
    expect(await screen.findByLabelText('Full name')).toBeRequired();
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByRole('checkbox')).toBeRequired();
    for (const label of ['Password', 'Confirm password']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('minlength', '6');
      expect(screen.getByLabelText(label)).toBeRequired();
    }
    expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  it('says that the sign-up is kept when no mail may go, and remembers it', async () => {
    refuse(signupOperation, 429, 'Your sign-up is kept', { attempt: ATTEMPT });
    await signUp();
    await seesAlert('Your sign-up is kept');
    const kept = JSON.parse(sessionStorage.getItem('sign-up') ?? '') as unknown;
    expect(kept).toEqual({ email: 'ada@example.com', attempt: ATTEMPT });
  });

  it('goes to /verify-email-pending with the address, without signing in', async () => {
    const place = { email: 'ada@example.com', attempt: ATTEMPT };
    const seen = accept(signupOperation, { ...place, email_verification_required: true });
    const { pathname, router } = await signUp();
    await waitFor(() => expect(pathname()).toBe('/verify-email-pending'));
    expect(router.state.location.state).toEqual(place);
    await sees('ada@example.com');
    expect(localStorage.getItem('token')).toBeNull();
    expect(seen[0]?.body).toEqual({
      name: 'Ada Lens',
      email: 'ada@example.com',
      password: 'secret1',
    });
  });

  it('signs in at once and goes to /dashboard when no verification is required', async () => {
    refuseSignedInCalls();
    accept(signupOperation, signedIn);
    const { pathname } = await signUp();
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it.each([
    ['Passwords do not match', { confirmPassword: 'secret2' }],
    ['Password must be at least 6 characters', { password: '12345', confirmPassword: '12345' }],
    ['Please accept the terms to continue', { acceptsTerms: false }],
  ])('sends nothing and says %s', async (message, entries) => {
    await signUp(entries);
    await sees(message);
  });

  it('says beside each empty field that it is required', async () => {
    const { user } = renderApp('/register');
    await user.click(await screen.findByRole('button', { name: 'Create Account' }));
    await sees('Name is required');
    expect(screen.getByText('Email is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Full name')).toHaveFocus();
  });

  it('shows the server’s error and keeps what was typed', async () => {
    refuse(signupOperation, 409, 'An account with this email already exists');
    await signUp();
    await seesAlert('An account with this email already exists');
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lens');
  });

  it('keeps what was typed on the way to /login and back, and no password after a reload', async () => {
    const app = renderApp('/register');
    const typed = { 'Full name': 'Ada', Email: 'ada@example.com', Password: 'secret1' };
    await fill(app.user, typed);
    await app.user.click(screen.getByRole('checkbox'));
    await app.user.click(screen.getByRole('link', { name: 'Sign in' }));
    await screen.findByRole('button', { name: 'Sign In' });
    await act(() => app.router.navigate(-1));
    for (const [label, text] of Object.entries(typed)) {
      expect(await screen.findByLabelText(label)).toHaveValue(text);
    }
    expect(screen.getByRole('checkbox')).toBeChecked();
    expect(JSON.stringify([{ ...sessionStorage }, window.history.state])).not.toContain('secret1');
  });

  it.each([
    ['Registration failed', 'the server gives no reason', () => refuse(signupOperation, 500)],
    ['An error occurred during registration', 'no answer comes', () => cutOff(signupOperation)],
  ])('says %s when %s', async (sentence, _when, fail) => {
    fail();
    await signUp();
    await seesAlert(sentence);
  });
});
