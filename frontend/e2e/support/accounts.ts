import type { Page } from '@playwright/test';
import { freshEmail, newAccount as signUpAs, PASSWORD } from '@studiolo/testing/accounts';
import type { Api } from '@studiolo/testing/api';

export { freshEmail, PASSWORD };

export interface Account {
  api: Api;
  name: string;
  email: string;
  token: string;
  user: { id: string };
}

/** Creates a verified account over the API. */
export async function newAccount(name = 'Iris Aperture'): Promise<Account> {
  const { api, email } = await signUpAs(name);
  const { body } = await api.get('/api/auth/profile');
  return { api, name, email, token: api.bearer, user: body.user as { id: string } };
}

/** Stores the session in every page of the tab, as a sign-in does. */
export async function signInAs(page: Page, { token, user }: Account): Promise<void> {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      // Only once, so that a later sign-out lasts.
      if (sessionStorage.getItem('test-signed-in')) return;
      sessionStorage.setItem('test-signed-in', 'yes');
      localStorage.setItem('token', storedToken);
      localStorage.setItem('user', storedUser);
    },
    [token, JSON.stringify(user)] as const,
  );
}

/** Fills the form of /login and sends it. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
