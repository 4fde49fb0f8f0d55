import { resetPasswordOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, cutOff, refuse } from '../../test/api';
import { renderApp, storeSession } from '../../test/render-app';
import { fill, linkTo, sees, seesAlert } from '../../test/steps';
import { watchTimers } from '../../test/timers';

async function reset(password: string, confirmPassword = password) {
  const app = renderApp('/reset-password?token=abc');
  const texts = { 'New password': password, 'Confirm new password': confirmPassword };
  await fill(app.user, texts, 'Reset Password');
  return app;
}

describe('/reset-password', () => {
  it('shows Invalid Reset Link without a token', async () => {
    renderApp('/reset-password');
    expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeInTheDocument();
  });

  it('redirects to /login 3 seconds after success, also a browser that was signed in', async () => {
    storeSession();
    const runOut = watchTimers();
    const seen = accept(resetPasswordOperation, { success: true, message: 'ok' });
    const { pathname } = await reset('secret1');
    await screen.findByText(/Your password has been changed/);
    expect(seen[0]?.body).toEqual({ token: 'abc', password: 'secret1' });
    expect(pathname()).toBe('/reset-password');
    // With a session, /login would lead to /dashboard.
    expect(localStorage.getItem('token')).toBeNull();
    await runOut(3000);
    await waitFor(() => expect(pathname()).toBe('/login'));
  });

  it('tells a password manager whose password it sets', async () => {
    renderApp('/reset-password?token=abc&email=ada%40example.com');
    await screen.findByLabelText('New password');
    expect(screen.getByDisplayValue('ada@example.com')).toHaveAttribute('autocomplete', 'username');
  });

  it('says Passwords do not match and Password must be at least 6 characters', async () => {
    await reset('12345', '123456');
    await sees('Passwords do not match');
    expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveAttribute('minlength', '6');
  });

  it('shows the server’s error', async () => {
    refuse(resetPasswordOperation, 400, 'This reset link is invalid or has expired');
    await reset('secret1');
    await seesAlert('This reset link is invalid or has expired');
    expect(await linkTo('Request a new link')).toBe('/forgot-password');
  });

  it('says Failed to reset password when no answer comes', async () => {
    cutOff(resetPasswordOperation);
    await reset('secret1');
    await seesAlert('Failed to reset password');
  });
});
