import type { Page } from '@playwright/test';
import { newAccount as signUp } from '@studiolo/testing/accounts';
import { environment } from '@studiolo/testing/environment';

export type Account = Awaited<ReturnType<typeof newAccount>>;

/** Creates a verified account over the API. */
export async function newAccount() {
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
