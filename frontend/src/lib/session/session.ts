import { pageAnswerSchema, userSchema } from '@studiolo/contracts';

import type { User } from '../api/answers';
import { createStore } from '../state/create-store';
import { forgetDraftsOfOthers } from './kept-drafts';
import { readToken, TOKEN_KEY } from './token';

const USER_KEY = 'user';
/** In sessionStorage, because an ended session leads to /login by a full load of that page. */
const ENDED_KEY = 'session-ended';

export type SessionState =
  /** `hasEnded`: not by a sign-out in this tab, which somebody signed in here wants to be told. */
  { status: 'signed-out'; hasEnded: boolean } | { status: 'signed-in'; user: User };

const state = createStore<SessionState>({ status: 'signed-out', hasEnded: false });

const storedUser = pageAnswerSchema(userSchema);

function parseUser(stored: string): User | null {
  try {
    return storedUser.parse(JSON.parse(stored));
  } catch {
    return null;
  }
}

/** Deletes token and user, and keeps why the session ended. */
export function forget(): void {
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(USER_KEY);
}

/** Reads the stored session, which needs token and user; discards both when the user cannot be parsed. */
export function restoreSession(): void {
  const token = readToken();
  const stored = localStorage.getItem(USER_KEY);
  const user = stored === null ? null : parseUser(stored);
  if (stored !== null && user === null) forget();
  if (token && user) enter(user);
  else state.set({ status: 'signed-out', hasEnded: sessionStorage.getItem(ENDED_KEY) !== null });
}

/** What was typed by whoever was signed in before ends here. */
function enter(user: User): void {
  sessionStorage.removeItem(ENDED_KEY);
  forgetDraftsOfOthers(user.id);
  state.set({ status: 'signed-in', user });
}

export function signIn(token: string, user: User): void {
  localStorage.setItem(TOKEN_KEY, token);
  localStorage.setItem(USER_KEY, JSON.stringify(user));
  enter(user);
}

export function signOut(): void {
  forget();
  sessionStorage.removeItem(ENDED_KEY);
  state.set({ status: 'signed-out', hasEnded: false });
}

/** Signs out because the session has ended elsewhere; /login says so. */
export function endSession(): void {
  forget();
  sessionStorage.setItem(ENDED_KEY, 'yes');
  state.set({ status: 'signed-out', hasEnded: true });
}

/** Stores a changed profile; does nothing after signing out. */
export function updateUser(changes: Partial<User>): void {
  const session = state.get();
  if (session.status !== 'signed-in') return;
  const user = { ...session.user, ...changes };
  const text = JSON.stringify(user);
  // Setting the same user would render the whole page again.
  if (text === JSON.stringify(session.user)) return;
  localStorage.setItem(USER_KEY, text);
  state.set({ status: 'signed-in', user });
}

// Another tab signed in or out. The module listens, because no component is there while the page loads or shows an error.
window.addEventListener('storage', ({ key }) => {
  if (key !== TOKEN_KEY && key !== USER_KEY && key !== null) return;
  const wasSignedIn = isSignedIn();
  restoreSession();
  if (wasSignedIn && !isSignedIn()) endSession();
});

/** For code outside of components; null while nobody is signed in. */
export function currentUser(): User | null {
  const session = state.get();
  return session.status === 'signed-in' ? session.user : null;
}

/** Calls a listener after each change of the session. */
export const onSessionChange = state.subscribe;

/** What distinguishes a user from others: the id or, from a server that tells none, the email. */
const keyOf = ({ id, email }: User): string => id || email;

export function currentUserKey(): string | null {
  const user = currentUser();
  return user && keyOf(user);
}

/** For code outside of components. */
export function isSignedIn(): boolean {
  return currentUser() !== null;
}

export function useSession(): SessionState {
  return state.useValue();
}

export function useUserKey(): string {
  return keyOf(useUser());
}

/** The signed-in user. Throws outside of the route guard. */
export function useUser(): User {
  const session = useSession();
  if (session.status !== 'signed-in') throw new Error('useUser needs a signed-in session');
  return session.user;
}
