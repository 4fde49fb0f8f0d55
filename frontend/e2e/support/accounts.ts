import type { BrowserContext } from '@playwright/test';
import { newAccount as signUp } from '@studiolo/testing/accounts';
import type { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';

export type Account = Awaited<ReturnType<typeof newAccount>>;

/** Creates a verified account over the API. */
export async function newAccount() {
  const { api, email } = await signUp();
  const { body } = await api.get('/api/auth/profile');
  return { api, email, user: body.user as { id: string } };
}

export interface Session {
  api: Api;
  user: unknown;
}

/** Stores the session where every page of the browser finds it, as a sign-in does. */
export async function signInAs(
  context: BrowserContext,
  { api, user }: Session,
  appUrl = environment('APP_URL'),
): Promise<void> {
  const session = { token: api.bearer, user: JSON.stringify(user) };
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  const origins = [{ origin: new URL(appUrl).origin, localStorage }];
  await context.setStorageState({ cookies: [], origins });
}
