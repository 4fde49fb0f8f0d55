import { resendVerificationOperation, verifyEmailOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, answer, cutOff, refuse, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn, storeSession, testUser } from '../../test/render-app';
import { linkTo, sees, seesAlert } from '../../test/steps';
import { watchTimers } from '../../test/timers';

/** Each test needs a new token, because the module sends each once. */
let tokens = 0;
const link = (email = '') => {
  tokens += 1;
  return `/verify-email?token=token-${tokens}${email && `&email=${email}`}`;
};

describe('/verify-email', () => {
  it('shows that it is verifying', async () => {
    const seen = answer(verifyEmailOperation, () => new Promise(() => undefined));
    renderApp(link());
    expect(await screen.findByRole('heading', { name: 'Verifying your email' })).toBeVisible();
    await waitFor(() => expect(seen).toHaveLength(1));
  });

  it('stores token and user, says Welcome and goes to /dashboard after 2 seconds', async () => {
    const runOut = watchTimers();
    refuseSignedInCalls();
    const seen = accept(verifyEmailOperation, signedIn);
    const { pathname } = renderApp(link());
    await screen.findByRole('heading', { name: 'Email verified' });
    await sees('Welcome');
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(testUser);
    expect(pathname()).toBe('/verify-email');
    await runOut(2000);
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(seen).toHaveLength(1);
  });

  const attempt = '0193a3c4-0000-7000-8000-000000000001';
  const keep = (email: string) =>
    sessionStorage.setItem('sign-up', JSON.stringify({ email, attempt }));

  it.each(['', 'ada@example.com'])(
    'hands over the sign-up of this tab, once, by "%s"',
    async (email) => {
      refuseSignedInCalls();
      keep('ada@example.com');
      const seen = accept(verifyEmailOperation, signedIn);
      renderApp(link(email));
      await screen.findByRole('heading', { name: 'Email verified' });
      expect(seen[0]?.body).toMatchObject({ attempt });
      expect(sessionStorage.getItem('sign-up')).toBeNull();
      expect(screen.queryByText(/was signed up for as/)).not.toBeInTheDocument();
    },
  );

  it('hands over the sign-up that another tab waits with, as a mail program opens a new one', async () => {
    refuseSignedInCalls();
    renderApp('/verify-email-pending', { email: 'ada@example.com', attempt });
    await screen.findByRole('heading', { name: 'Verify your email' });
    const seen = accept(verifyEmailOperation, signedIn);
    renderApp(link('ada@example.com'));
    await screen.findByRole('heading', { name: 'Email verified' });
    expect(seen[0]?.body).toMatchObject({ attempt });
  });

  it('hands over no sign-up of another address, and says whose sign-up it opened', async () => {
    refuseSignedInCalls();
    keep('grace@example.com');
    renderApp('/verify-email-pending', { email: 'grace@example.com', attempt });
    await screen.findByRole('heading', { name: 'Verify your email' });
    const seen = accept(verifyEmailOperation, signedIn);
    renderApp(link('ada@example.com'));
    await sees(/was signed up for as “Ada Lens”/);
    expect(await linkTo('Reset the password')).toBe('/forgot-password');
    expect(seen[0]?.body).not.toHaveProperty('attempt');
  });

  it('says nothing about a sign-up to somebody who confirms a new address', async () => {
    refuseSignedInCalls();
    accept(verifyEmailOperation, signedIn);
    storeSession();
    renderApp(link('ada@example.com'));
    await screen.findByRole('heading', { name: 'Email verified' });
    expect(screen.queryByText(/was signed up for as/)).not.toBeInTheDocument();
  });

  it('says that no password was set when more than one sign-up waited', async () => {
    refuseSignedInCalls();
    accept(verifyEmailOperation, { ...signedIn, password_reset_sent: true });
    renderApp(link());
    await screen.findByRole('heading', { name: 'Email verified' });
    await sees(/We sent you a mail to choose one/);
  });

  it('says Invalid verification link - no token provided without a token', async () => {
    renderApp('/verify-email');
    await seesAlert('Invalid verification link - no token provided');
  });

  it('shows the server’s error and a link to login, and no resend button without an address', async () => {
    refuse(verifyEmailOperation, 400, 'This verification link is invalid or has expired');
    renderApp(link());
    await seesAlert('This verification link is invalid or has expired');
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('button', { name: /Resend/ })).not.toBeInTheDocument();
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('says Verification failed when no answer comes', async () => {
    cutOff(verifyEmailOperation);
    renderApp(link());
    await seesAlert('Verification failed');
  });

  it('resends the mail of this tab’s own sign-up when its link has failed', async () => {
    refuse(verifyEmailOperation, 400, 'This verification link is invalid or has expired');
    const seen = accept(resendVerificationOperation, { message: 'ok' });
    keep('ada@example.com');
    const { user } = renderApp(link('ada@example.com'));
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    await sees('Verification email sent! Check your inbox.');
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com', attempt });
  });

  it('says that the email is verified when its link was opened before, as by a scanner or a reload', async () => {
    const code = { code: 'EMAIL_ALREADY_VERIFIED' };
    refuse(verifyEmailOperation, 400, 'This email is verified already', code);
    renderApp(link('ada@example.com'));
    expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeVisible();
    expect(await linkTo('Sign in')).toBe('/login');
    expect(screen.queryByRole('button', { name: /Resend/ })).not.toBeInTheDocument();
  });

  it('resends to the address of the link', async () => {
    refuse(verifyEmailOperation, 400, 'This verification link is invalid or has expired');
    const seen = accept(resendVerificationOperation, { message: 'ok' });
    const { user } = renderApp(link('ada@example.com'));
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    await sees('Verification email sent! Check your inbox.');
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com' });
  });
});

describe('/verify-email-pending', () => {
  const pending = (state: unknown) => renderApp('/verify-email-pending', state);

  it('shows the address of the navigation state and a link to login', async () => {
    pending({ email: 'ada@example.com' });
    await sees('ada@example.com');
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  });

  it.each([
    ['includes the sign-up that it came from', '0193a3c4-0000-7000-8000-000000000001'],
    ['includes no sign-up when it knows none', undefined],
  ])('the request for another mail %s', async (_what, attempt) => {
    const seen = accept(resendVerificationOperation, { message: 'ok' });
    const { user } = pending({ email: 'ada@example.com', attempt });
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    await screen.findAllByText('Verification email sent! Check your inbox.');
    expect(seen[0]?.body).toEqual({ email: 'ada@example.com', ...(attempt && { attempt }) });
  });

  it('says Failed to resend email when that fails', async () => {
    cutOff(resendVerificationOperation);
    const { user } = pending({ email: 'ada@example.com' });
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    await sees('Failed to resend email');
  });

  it('says Email address not found. Please try registering again. without an address', async () => {
    const { user } = pending(null);
    await user.click(await screen.findByRole('button', { name: 'Resend Verification Email' }));
    await sees('Email address not found. Please try registering again.');
  });
});
