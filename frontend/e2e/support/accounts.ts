import { randomUUID } from 'node:crypto';

import { expect, type Page } from '@playwright/test';

import { apiUrl } from './environment.ts';
import { mailedLink } from './mailbox.ts';

export const PASSWORD = 'golden-hour-6';

export interface Account {
  name: string;
  email: string;
  token: string;
  user: { id: string };
}

interface SignedIn {
  token: string;
  user: { id: string; name: string };
}

export const freshEmail = (): string => `${randomUUID()}@studio.example`;

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${apiUrl()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${path} answers ${response.status}`).toBe(true);
  return response.json();
}

/** Opens a verified account over the API, for tests that are about something else. */
export async function newAccount(name = 'Iris Aperture'): Promise<Account> {
  const email = freshEmail();
  await post('/api/auth/signup', { name, email, password: PASSWORD });
  const link = await mailedLink(email, '/verify-email');
  const answer = await post('/api/auth/verify-email', { token: link.searchParams.get('token') });
  const { token, user } = answer as SignedIn;
  return { name, email, token, user };
}

/** Gives every page of the tab the stored session, as a sign-in would have left it. */
export async function signInAs(page: Page, { token, user }: Account): Promise<void> {
  await page.addInitScript(
    ([storedToken, storedUser]) => {
      // Once: what the application does to the session later must stay done.
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
