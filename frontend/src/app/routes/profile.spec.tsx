import {
  deleteAccountOperation,
  endOtherSessionsOperation,
  endSessionOperation,
  getProfileOperation,
  listSessionsOperation,
  updateProfileOperation,
  type User,
  type UserSession,
} from '@studiolo/contracts';
import { screen, waitFor, within } from '@testing-library/react';

import { accept, cutOff, refuse } from '../../test/api';
import { renderApp, storeSession, testUser } from '../../test/render-app';
import { answerQuestion, fill, linkTo, sees, seesAlert } from '../../test/steps';

const googleUser: User = { ...testUser, oauth_provider: 'google', google_id: '1234' };

const thisSession: UserSession = {
  id: '01930000-0000-7000-8000-00000000000a',
  current: true,
  created_at: '2026-11-01T10:00:00.000Z',
  last_seen_at: '2026-11-22T10:00:00.000Z',
  device: 'Chrome on macOS',
};
const phone: UserSession = {
  ...thisSession,
  id: '01930000-0000-7000-8000-00000000000b',
  current: false,
  last_seen_at: '2026-11-20T10:00:00.000Z',
  device: 'Safari on iOS',
};
const answerSessions = (sessions: UserSession[]) => accept(listSessionsOperation, { sessions });

async function openProfile(account: User = testUser, sessions = [thisSession]) {
  storeSession(account);
  answerSessions(sessions);
  accept(getProfileOperation, { user: account });
  const app = renderApp('/profile');
  await screen.findByRole('heading', { name: 'Profile Settings' });
  return app;
}

async function editProfile(account?: User) {
  const app = await openProfile(account);
  await app.user.click(screen.getByRole('button', { name: 'Edit Profile' }));
  return app;
}

async function changePassword([current, password, confirm]: [string, string, string]) {
  const app = await openProfile();
  await app.user.click(screen.getByRole('button', { name: 'Change Password' }));
  const texts = {
    'Current password': current,
    'New password': password,
    'Confirm new password': confirm,
  };
  await fill(app.user, texts, 'Change Password');
  return app;
}

describe('/profile', () => {
  it('shows the account and edits name and email', async () => {
    const changed = { ...testUser, name: 'Ada B. Lens' };
    const seen = accept(updateProfileOperation, { success: true, user: changed, message: 'ok' });
    const { user } = await editProfile();
    await fill(user, { Name: 'Ada B. Lens' }, 'Save Changes');
    await sees('Profile updated successfully');
    expect(seen[0]?.body).toEqual({ name: 'Ada B. Lens', email: 'ada@example.com' });
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeInTheDocument();
    expect(screen.getAllByText('Ada B. Lens').length).toBeGreaterThan(0);
  });

  it('shows the server’s message when a new email has to be verified', async () => {
    const message = 'Check new@example.com to confirm the new address';
    accept(updateProfileOperation, { success: true, user: testUser, message });
    const { user } = await editProfile();
    await fill(user, { Email: 'new@example.com' }, 'Save Changes');
    await sees(message);
  });

  it('asks before Cancel discards what was typed, and then has the focus on its button again', async () => {
    const { user } = await editProfile();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.type(screen.getByLabelText('Name'), ' the Second');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answerQuestion(user, 'Keep editing');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Lens the Second');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answerQuestion(user, 'Discard');
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toHaveFocus();
    expect(screen.queryByText('Ada Lens the Second')).not.toBeInTheDocument();
  });

  it.each([
    ['An account with this email already exists', 409, 'An account with this email already exists'],
    ['Failed to update profile', 500, undefined],
  ])('says %s when the profile is refused with %d', async (shown, status, error) => {
    refuse(updateProfileOperation, status, error);
    const { user } = await editProfile();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await seesAlert(shown);
  });

  it('does not let a Google account edit its email, and says Email is managed by your Google account', async () => {
    const seen = accept(updateProfileOperation, { success: true, user: googleUser, message: 'ok' });
    const { user } = await editProfile(googleUser);
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    expect(screen.getByText('Email is managed by your Google account')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await sees('Profile updated successfully');
    expect(seen[0]?.body).toEqual({ name: 'Ada Lens' });
  });

  it('offers a Google account a link to its security settings instead of a password change', async () => {
    await openProfile(googleUser);
    expect(screen.queryByRole('button', { name: 'Change Password' })).not.toBeInTheDocument();
    expect(await linkTo('Google account security settings')).toBe(
      'https://myaccount.google.com/security',
    );
  });

  it('asks before a link discards edits, also those that the server has refused', async () => {
    refuse(updateProfileOperation, 503, 'Try again later');
    const { user, pathname } = await editProfile();
    await user.type(screen.getByLabelText('Name'), ' the Second');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Try again later');
    await user.click(screen.getAllByRole('link', { name: 'Studio' })[0]!);
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(pathname()).toBe('/profile');
    expect(screen.getByLabelText('Name')).toHaveValue('Ada Lens the Second');
  });
});

describe('the password change', () => {
  it('sends the current and the new password and says Password changed successfully', async () => {
    const seen = accept(updateProfileOperation, { success: true, user: testUser, message: 'ok' });
    await changePassword(['old-one', 'secret1', 'secret1']);
    await sees('Password changed successfully');
    expect(seen[0]?.body).toEqual({ current_password: 'old-one', password: 'secret1' });
  });

  it('requires the current password, at least 6 characters and the same password twice', async () => {
    await changePassword(['', '12345', '123456']);
    await sees('Current password is required');
    expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument();
    expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  });

  it('asks before Cancel discards it', async () => {
    const { user } = await changePassword(['old-one', 'secret1', '']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await answerQuestion(user, 'Keep editing');
    expect(screen.getByLabelText('New password')).toHaveValue('secret1');
  });

  it.each([
    ['Current password is incorrect', 400, 'Current password is incorrect'],
    ['Failed to change password', 500, undefined],
  ])('says %s when it is refused with %d, and signs nobody out', async (shown, status, error) => {
    refuse(updateProfileOperation, status, error);
    const { pathname } = await changePassword(['wrong', 'secret1', 'secret1']);
    await seesAlert(shown);
    expect(pathname()).toBe('/profile');
    expect(localStorage.getItem('token')).toBe('test-token');
  });
});

describe('the list of sessions', () => {
  const list = async () => {
    const section = screen.getByRole('region', { name: 'Where you are signed in' });
    return within(section).findAllByRole('listitem');
  };

  it('names each device, and marks this session, which has no button to end it', async () => {
    await openProfile(testUser, [thisSession, phone]);
    const [own, other] = await list();
    expect(own).toHaveTextContent('Chrome on macOSThis session');
    expect(within(own!).queryByRole('button')).not.toBeInTheDocument();
    expect(other).toHaveTextContent('Safari on iOSLast seen Nov 20, 2026');
  });

  it('says that the user is signed in nowhere else when there is no other', async () => {
    await openProfile(testUser, [thisSession]);
    expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
    expect(await list()).toHaveLength(1);
  });

  it('ends one session and keeps the focus on the list', async () => {
    const seen = accept(endSessionOperation, { success: true, message: 'ok' });
    const { user } = await openProfile(testUser, [thisSession, phone]);
    const button = await screen.findByRole('button', { name: 'End session: Safari on iOS' });
    answerSessions([thisSession]);
    await user.click(button);
    await sees('Session ended');
    expect(seen.map(({ url }) => url.pathname)).toEqual([`/api/auth/sessions/${phone.id}`]);
    await waitFor(async () => {
      expect(await list()).toHaveLength(1);
    });
    await waitFor(() => expect(screen.getByRole('list', { name: 'Sessions' })).toHaveFocus());
  });

  it('ends all other sessions in one call, after asking, and keeps the focus on the list', async () => {
    const seen = accept(endOtherSessionsOperation, { success: true, message: 'ok' });
    const { user } = await openProfile(testUser, [thisSession, phone]);
    await user.click(await screen.findByRole('button', { name: 'End all other sessions' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'End all other sessions' });
    expect(seen).toEqual([]);
    answerSessions([thisSession]);
    await user.click(within(dialog).getByRole('button', { name: 'End sessions' }));
    await sees('All other sessions ended');
    expect(seen).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('list', { name: 'Sessions' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it.each([
    ['Session ended', 404, 'Session not found'],
    ['Failed to end session', 500, undefined],
  ])('says %s when the end of a session is refused with %d', async (shown, status, error) => {
    refuse(endSessionOperation, status, error);
    const { user } = await openProfile(testUser, [thisSession, phone]);
    await user.click(await screen.findByRole('button', { name: 'End session: Safari on iOS' }));
    await sees(shown);
  });

  it('says Failed to load sessions, and shows them after a retry', async () => {
    storeSession();
    accept(getProfileOperation, { user: testUser });
    refuse(listSessionsOperation, 400);
    const { user } = renderApp('/profile');
    await seesAlert('Failed to load sessions');
    answerSessions([thisSession]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await list()).toHaveLength(1);
  });
});

describe('the account deletion', () => {
  /** Asks for the deletion and types DELETE. */
  async function askForDeletion() {
    const app = await openProfile();
    await app.user.click(screen.getByRole('button', { name: 'Delete Account' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete account' });
    const confirm = within(dialog).getByRole('button', { name: 'Delete Account' });
    await fill(app.user, { 'Type DELETE to confirm': 'DELETE' });
    return { ...app, confirm };
  }

  it('can be confirmed only after DELETE is typed exactly', async () => {
    const { user, confirm } = await askForDeletion();
    expect(confirm).toBeEnabled();
    for (const text of ['delete', ' DELETE', 'DELETE ', 'DELET']) {
      await fill(user, { 'Type DELETE to confirm': `${text}{Enter}` });
      expect(confirm).toBeDisabled();
    }
  });

  it('says Account deleted successfully and signs out', async () => {
    accept(deleteAccountOperation, { success: true, message: 'ok' });
    const { user, confirm, pathname } = await askForDeletion();
    await user.click(confirm);
    await sees('Account deleted successfully');
    await waitFor(() => expect(pathname()).toBe('/login'));
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('says Failed to delete account when that fails, and asks for the word again', async () => {
    cutOff(deleteAccountOperation);
    const { user, confirm, pathname } = await askForDeletion();
    await user.click(confirm);
    await sees('Failed to delete account');
    expect(pathname()).toBe('/profile');
    await user.click(screen.getByRole('button', { name: 'Delete Account' }));
    const again = await screen.findByLabelText('Type DELETE to confirm');
    expect(again).toHaveValue('');
    expect(again).toHaveFocus();
  });
});
