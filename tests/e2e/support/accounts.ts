import { randomUUID } from 'node:crypto';
import { Api } from './api.ts';
import { linkMailedTo } from './mailbox.ts';

export interface Account {
  api: Api;
  email: string;
  password: string;
}

/** Of every account that a test makes, unless the password is what it is about. */
export const PASSWORD = 'golden-hour-6';

/** An address nobody else uses. */
export const freshEmail = (): string => `${randomUUID()}@studio.example`;

/** Signs up, follows the mailed link and gives the signed-in account. */
export async function newAccount(name = 'Iris Aperture'): Promise<Account> {
  const email = freshEmail();
  const password = PASSWORD;
  const signup = await new Api().post('/api/auth/signup', { email, password, name });
  expect(signup.status).toBe(201);
  const link = await linkMailedTo(email, '/verify-email');
  const verified = await new Api().post('/api/auth/verify-email', {
    token: link.searchParams.get('token'),
  });
  expect(verified.status).toBe(200);
  return { api: new Api(String(verified.body.token)), email, password };
}
