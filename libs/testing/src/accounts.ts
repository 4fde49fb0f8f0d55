import { randomUUID } from 'node:crypto';

import { Api } from '@studiolo/testing/api';
import { tokenMailedTo } from '@studiolo/testing/mailbox';

export interface Account {
  api: Api;
  email: string;
  password: string;
}

/** Password of every test account, unless the test is about passwords. */
export const PASSWORD = 'golden-hour-6';

/** A unique address. */
export const freshEmail = (): string => `${randomUUID()}@studio.example`;

/** Signs up, follows the mailed link if verification is on, and signs in: `api` sends the new token from then on. */
export async function signUp(
  account: { email: string; password: string; name: string },
  api: Api,
  inbox?: string,
): Promise<void> {
  const { status, body } = await api.post('/api/auth/signup', account);
  if (status !== 201) throw new Error(`Sign-up answered ${status}: ${String(body.error)}`);
  api.bearer =
    typeof body.token === 'string' ? body.token : await verify(account.email, api, inbox);
}

async function verify(email: string, api: Api, inbox = process.env.MAIL_URL): Promise<string> {
  if (!inbox) throw new Error('The account must be verified by a mail, and its inbox is not known');
  const token = await tokenMailedTo(email, '/verify-email', inbox);
  const { status, body } = await api.post('/api/auth/verify-email', { token });
  if (status !== 200) throw new Error(`The mailed link answered ${status}: ${String(body.error)}`);
  return String(body.token);
}

/** Signs in: `api` sends the new token from then on. False when the account is unknown or the password wrong. */
export async function signIn(
  account: { email: string; password: string },
  api: Api,
): Promise<boolean> {
  const { status, body } = await api.post('/api/auth/login', account);
  if (status === 401) return false;
  if (status !== 200) throw new Error(`Login answered ${status}: ${String(body.error)}`);
  api.bearer = String(body.token);
  return true;
}

/** A new account, signed in. */
export async function newAccount(name = 'Iris Aperture', api = new Api()): Promise<Account> {
  const account = { email: freshEmail(), password: PASSWORD };
  await signUp({ ...account, name }, api);
  return { api, ...account };
}
