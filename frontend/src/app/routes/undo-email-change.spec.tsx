import { undoEmailChangeOperation } from '@studiolo/contracts';
import { screen, waitFor } from '@testing-library/react';

import { accept, refuse } from '../../test/api';
import { renderApp, storeSession } from '../../test/render-app';
import { fill, sees, seesAlert } from '../../test/steps';
import { watchTimers } from '../../test/timers';

async function undo() {
  const app = renderApp('/undo-email-change?token=abc&email=ada%40example.com');
  const texts = { 'New password': 'secret1', 'Confirm new password': 'secret1' };
  await fill(app.user, texts, 'Undo and Set Password');
  return app;
}

describe('/undo-email-change', () => {
  it('sends nothing before the form is sent, and says what happens to which address', async () => {
    renderApp('/undo-email-change?token=abc&email=ada%40example.com');
    await sees('ada@example.com');
    expect(await screen.findByRole('button', { name: 'Undo and Set Password' })).toBeVisible();
  });

  it('takes the change back with a new password, signs this browser out and leads to /login', async () => {
    storeSession();
    const runOut = watchTimers();
    const seen = accept(undoEmailChangeOperation, { success: true, message: 'ok' });
    const { pathname } = await undo();
    await screen.findByRole('heading', { name: 'Your address is back' });
    expect(seen[0]?.body).toEqual({ token: 'abc', password: 'secret1' });
    expect(localStorage.getItem('token')).toBeNull();
    await runOut(3000);
    await waitFor(() => expect(pathname()).toBe('/login'));
  });

  it('shows why the server refuses', async () => {
    refuse(undoEmailChangeOperation, 409, 'Another account has this address by now');
    await undo();
    await seesAlert('Another account has this address by now');
  });

  it('says Invalid link without a token', async () => {
    renderApp('/undo-email-change');
    expect(await screen.findByRole('heading', { name: 'Invalid link' })).toBeVisible();
  });
});
