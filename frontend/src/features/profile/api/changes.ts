import { deleteAccountOperation, updateProfileOperation } from '@studiolo/contracts';

import type { User } from '../../../lib/api/answers';
import { call } from '../../../lib/api/client';
import { describeError } from '../../../lib/api/errors';
import { signOut, updateUser } from '../../../lib/session';
import { toast } from '../../../lib/toasts';

/** Pages need no answer: a server that does not send the user has changed what it was sent. */
const operation = { ...updateProfileOperation, answer: updateProfileOperation.answer.partial() };

interface ProfileChange {
  name: string;
  /** Left out for Google accounts, whose email cannot be changed here. */
  email?: string;
}

/** Saves the profile. Returns the error message, or null. */
export async function saveProfile(change: ProfileChange): Promise<string | null> {
  try {
    const { user = change, message } = await call(operation, { body: change });
    updateUser(user);
    toast.success('Profile updated successfully');
    // The server's message says that the new address has to be verified first.
    if (message && change.email !== undefined && change.email !== user.email) toast.info(message);
    return null;
  } catch (error) {
    return describeError(error, 'Failed to update profile');
  }
}

interface PasswordChange {
  current_password: string;
  password: string;
}

/** Changes the password. Returns the error message, or null. */
export async function changePassword(body: PasswordChange): Promise<string | null> {
  try {
    await call(operation, { body });
    toast.success('Password changed successfully');
    return null;
  } catch (error) {
    return describeError(error, 'Failed to change password');
  }
}

/** Deletes the account and signs out. Returns false after a failure. */
export async function deleteAccount(): Promise<boolean> {
  try {
    await call(deleteAccountOperation, {});
    toast.success('Account deleted successfully');
    signOut();
    return true;
  } catch (error) {
    toast.error(describeError(error, 'Failed to delete account'));
    return false;
  }
}

export function isGoogleAccount(user: User): boolean {
  return user.oauth_provider === 'google';
}
