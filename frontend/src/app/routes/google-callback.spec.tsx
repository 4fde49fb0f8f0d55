import { googleCallbackOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, answer, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn } from '../../test/render-app';
import { sees, seesAlert } from '../../test/steps';
import { watchTimers } from '../../test/timers';

/** Each test needs a new code, because the module handles each address once. */
let codes = 0;
function returnWithCode() {
  codes += 1;
  sessionStorage.setItem('google-state', 'expected');
  return renderApp(`/auth/google/callback?code=code-${codes}&state=expected`);
}

describe('/auth/google/callback', () => {
  it('sends the code once, signs in and goes to /dashboard after 0.5 seconds', async () => {
    const runOut = watchTimers();
    refuseSignedInCalls();
    const seen = accept(googleCallbackOperation, signedIn);
    const { pathname } = returnWithCode();
    await screen.findByRole('heading', { name: 'Signed in' });
    expect(localStorage.getItem('token')).toBe('fresh');
    await runOut(500);
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(seen.map(({ body }) => body)).toEqual([{ code: `code-${codes}` }]);
  });

  it('shows that it is processing', async () => {
    answer(googleCallbackOperation, () => new Promise(() => undefined));
    returnWithCode();
    expect(await screen.findByRole('heading', { name: 'Signing you in' })).toBeVisible();
  });

  it('says Google authentication was cancelled or failed, and goes to /login after 3 seconds', async () => {
    const runOut = watchTimers();
    const { pathname } = renderApp('/auth/google/callback?error=access_denied');
    await seesAlert('Google authentication was cancelled or failed');
    await sees('Google authentication was cancelled');
    await runOut(3000);
    await waitFor(() => expect(pathname()).toBe('/login'));
  });

  it('says No authorization code received from Google without a code', async () => {
    renderApp('/auth/google/callback');
    await seesAlert('No authorization code received from Google');
    await sees('Invalid Google authentication response');
  });

  it('sends nothing when this tab did not send the state', async () => {
    sessionStorage.setItem('google-state', 'expected');
    const seen = accept(googleCallbackOperation, {});
    renderApp('/auth/google/callback?code=stolen&state=other');
    await seesAlert('Failed to complete Google sign in');
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['the result is incomplete', 200, { token: 'fresh' }, 'Invalid response from server'],
    ['the server gives an error', 502, { error: 'No answer from Google' }, 'No answer from Google'],
    ['the server gives a message', 400, { message: 'Try another account' }, 'Try another account'],
    ['the server gives no reason', 500, {}, 'Failed to complete Google sign in'],
  ])('when %s, says so', async (_what, status, body, message) => {
    answer(googleCallbackOperation, { status, body });
    returnWithCode();
    await seesAlert(message);
    expect(localStorage.getItem('token')).toBeNull();
  });
});
