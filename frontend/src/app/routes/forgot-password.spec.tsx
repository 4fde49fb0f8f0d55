import { forgotPasswordOperation } from '@studiolo/contracts';
import { screen } from '@testing-library/react';

import { accept, cutOff, refuse } from '../../test/api';
import { renderApp } from '../../test/render-app';
import { fill, sees, seesAlert } from '../../test/steps';

async function askForLink() {
  const { user } = renderApp('/forgot-password');
  await fill(user, { Email: 'ada@example.com' }, 'Send Reset Link');
}

describe('/forgot-password', () => {
  it('confirms with Check Your Email and the toast Password reset email sent!', async () => {
    accept(forgotPasswordOperation, { message: 'ok' });
    await askForLink();
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toHaveFocus();
    await sees('Password reset email sent!');
    expect(screen.getByText('ada@example.com')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
  });

  it('shows the server’s error', async () => {
    refuse(forgotPasswordOperation, 429, 'Too many attempts. Please try again in 60 seconds');
    await askForLink();
    await seesAlert('Too many attempts');
  });

  it('says Failed to send reset email. Please try again. when no answer comes', async () => {
    cutOff(forgotPasswordOperation);
    await askForLink();
    await seesAlert('Failed to send reset email. Please try again.');
  });
});
