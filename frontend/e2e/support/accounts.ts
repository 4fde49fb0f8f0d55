import type { Page } from '@playwright/test';
import { freshEmail, newAccount as signUp, PASSWORD } from '@studiolo/testing/accounts';
import type { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';

export { freshEmail, PASSWORD };

export interface Account {
  api: Api;
  email: string;
  user: { id: string };
}

/** Creates a verified account over the API. */
export async function newAccount(): Promise<Account> {
  const { api, email } = await signUp();
  const { body } = await api.get('/api/auth/profile');
  return { api, email, user: body.user as { id: string } };
}

/** Stores the session where every page of the browser finds it, as a sign-in does. */
export async function signInAs(page: Page, { api, user }: Account): Promise<void> {
  const session = { token: api.bearer, user: JSON.stringify(user) };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const origins = [{ origin: new URL(environment('APP_URL')).origin, localStorage }];
  await page.context().setStorageState({ cookies: [], origins });
}

/** Fills the form of /login and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
