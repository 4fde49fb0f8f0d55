import { linkGoogleOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, refuse, refuseSignedInCalls } from '../../test/api';
import { renderApp, signedIn } from '../../test/render-app';
import { seesAlert } from '../../test/steps';

describe('/link-google', () => {
  it('links at the press of its button, not before, and opens the dashboard', async () => {
    refuseSignedInCalls();
    const seen = accept(linkGoogleOperation, signedIn);
    const { user, pathname } = renderApp('/link-google?token=abc');
    const button = await screen.findByRole('button', { name: 'Link Google account' });
    expect(seen).toEqual([]);
    await user.click(button);
    await waitFor(() => expect(pathname()).toBe('/dashboard'));
    expect(seen[0]?.body).toEqual({ token: 'abc' });
    expect(localStorage.getItem('token')).toBe('fresh');
  });

  it('shows why the server refuses', async () => {
    refuse(linkGoogleOperation, 400, 'This link is invalid or has expired');
    const { user } = renderApp('/link-google?token=abc');
    await user.click(await screen.findByRole('button', { name: 'Link Google account' }));
    await seesAlert('This link is invalid or has expired');
  });
});
