// Loaded here so that the first test does not wait for the lazy page.
import './google-callback';

import { googleCallbackOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, answer, cutOff, refuse } from '../../test/api';
import { renderApp, testUser } from '../../test/render-app';
import { sees, seesAlert } from '../../test/sees';
import { refuseSignedInCalls } from '../../test/signed-in-calls';
import { watchTimers } from '../../test/timers';

/** Each test needs a new code, because the module handles each address once. */
let codes = 0;
function returnWithCode() {
  codes += 1;
  sessionStorage.setItem('google-state', 'expected');
  return renderApp(`/auth/google/callback?code=code-${codes}&state=expected`);
}

async function expectError(message: string) {
  await seesAlert(message);
}

describe('/auth/google/callback', () => {
  it('sends the code once, signs in and goes to /dashboard after 0.5 seconds', async () => {
    const timers = watchTimers();
    refuseSignedInCalls();
    const seen = accept(googleCallbackOperation, {
      success: true,
      token: 'fresh',
      user: testUser,
      message: 'ok',
    });
    const { pathname } = returnWithCode();
    await screen.findByRole('heading', { name: 'Signed in' });
    expect(localStorage.getItem('token')).toBe('fresh');
    expect(await timers.runOut(500)).toBe(true);
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(seen.map(({ body }) => body)).toEqual([{ code: `code-${codes}` }]);
  });

  it('shows that it is processing', async () => {
    answer(googleCallbackOperation, () => new Promise(() => undefined));
    returnWithCode();
    expect(await screen.findByRole('heading', { name: 'Signing you in' })).toBeVisible();
  });

  it('says Google authentication was cancelled or failed, and goes to /login after 3 seconds', async () => {
    const timers = watchTimers();
    const { pathname } = renderApp('/auth/google/callback?error=access_denied');
    await expectError('Google authentication was cancelled or failed');
    await sees('Google authentication was cancelled');
    expect(await timers.runOut(3000)).toBe(true);
    await waitFor(() => expect(pathname()).toBe('/login'));
  });

  it('says No authorization code received from Google without a code', async () => {
    renderApp('/auth/google/callback');
    await expectError('No authorization code received from Google');
    await sees('Invalid Google authentication response');
  });

  it('sends nothing when this tab did not send the state', async () => {
    sessionStorage.setItem('google-state', 'expected');
    const seen = accept(googleCallbackOperation, {});
    renderApp('/auth/google/callback?code=stolen&state=other');
    await expectError('Failed to complete Google sign in');
    expect(seen).toHaveLength(0);
  });

  it('says Invalid response from server when the result is incomplete', async () => {
    accept(googleCallbackOperation, { success: true, token: 'fresh' });
    returnWithCode();
    await expectError('Invalid response from server');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('shows the server’s error', async () => {
    refuse(googleCallbackOperation, 502, 'Google could not be reached. Please try again');
    returnWithCode();
    await expectError('Google could not be reached. Please try again');
  });

  it('shows the server’s message when there is no error', async () => {
    answer(googleCallbackOperation, { status: 400, body: { message: 'Try another account' } });
    returnWithCode();
    await expectError('Try another account');
  });

  it('says Failed to complete Google sign in when no answer comes', async () => {
    cutOff(googleCallbackOperation);
    returnWithCode();
    await expectError('Failed to complete Google sign in');
  });
});
