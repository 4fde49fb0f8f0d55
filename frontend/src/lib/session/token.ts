import { localStore } from '../state/web-storage';

export const TOKEN_KEY = 'token';

/** The token of the session. Only for what calls the API. */
export function readToken(): string | null {
  return localStore.get(TOKEN_KEY);
}
