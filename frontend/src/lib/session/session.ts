import type { User } from '../api/answers';
import { parseJson } from '../parse-json';
import { isPrivate, paths } from '../paths';
import { createStore } from '../state/create-store';
import { localStore, tabStore } from '../state/web-storage';
import { forgetDraftsOfOthers, hasDrafts } from './kept-drafts';
import { readToken, TOKEN_KEY } from './token';

const USER_KEY = 'user';
/** Whose session ended where. In sessionStorage, because that leads to /login by a full load of the page. */
const ENDED_KEY = 'session-ended';

interface Ended {
  userKey: string;
  address: string;
}

export type SessionState =
  /** `hasEnded`: not by a sign-out in this tab, which somebody signed in here wants to be told. */
  | { status: 'signed-out'; hasEnded: boolean }
  /** `startsAt`: the address that a sign-in leads to. */
  | { status: 'signed-in'; user: User; startsAt: string };

const state = createStore<SessionState>({ status: 'signed-out', hasEnded: false });

/** What an older version may not have stored. */
const UNKNOWN: Omit<User, 'name' | 'email'> = {
  id: '',
  email_verified: false,
  oauth_provider: null,
  google_id: null,
  created_at: '',
  last_login: null,
};

/** The user as this application has stored it, who has a name and an email; null for anything else. */
function parseUser(text: string | null): User | null {
  const stored = parseJson(text ?? '') as Partial<User> | null | undefined;
  const { name, email } = stored ?? {};
  if (typeof name !== 'string' || typeof email !== 'string') return null;
  return { ...UNKNOWN, ...stored, name, email };
}

/** Deletes token and user, and keeps why the session ended. */
export function forget(): void {
  localStore.remove(TOKEN_KEY);
  localStore.remove(USER_KEY);
}

/** Reads the stored session, which needs token and user; discards both when the user cannot be parsed. */
export function restoreSession(): void {
  const token = readToken();
  const stored = localStore.get(USER_KEY);
  const user = parseUser(stored);
  if (stored !== null && user === null) forget();
  if (token && user) enter(user);
  else state.set({ status: 'signed-out', hasEnded: tabStore.get(ENDED_KEY) !== null });
}

/** Where the user's session ended, with search and filter; the dashboard, if it offers what was typed. */
function startOf(user: User): string {
  const ended = parseJson(tabStore.get(ENDED_KEY) ?? '') as Ended | undefined;
  return ended?.userKey === keyOf(user) && !hasDrafts() ? ended.address : paths.dashboard;
}

/** What was typed by whoever was signed in before ends here. */
function enter(user: User): string {
  forgetDraftsOfOthers(user.id);
  const startsAt = startOf(user);
  tabStore.remove(ENDED_KEY);
  state.set({ status: 'signed-in', user, startsAt });
  return startsAt;
}

/** Returns the address that the sign-in leads to. */
export function signIn(token: string, user: User): string {
  localStore.set(TOKEN_KEY, token);
  localStore.set(USER_KEY, JSON.stringify(user));
  return enter(user);
}

export function signOut(): void {
  forget();
  tabStore.remove(ENDED_KEY);
  state.set({ status: 'signed-out', hasEnded: false });
}

/** Signs out because the session has ended elsewhere; /login says so. */
export function endSession(userKey = currentUserKey() ?? ''): void {
  const { pathname, search } = window.location;
  const address = isPrivate(pathname) ? pathname + search : paths.dashboard;
  forget();
  tabStore.set(ENDED_KEY, JSON.stringify({ userKey, address } satisfies Ended));
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
  localStore.set(USER_KEY, text);
  state.set({ ...session, user });
}

/** Follows a sign-in or sign-out in another tab, also while the page loads or shows an error. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== TOKEN_KEY && key !== USER_KEY && key !== null) return;
    const userKey = currentUserKey();
    restoreSession();
    if (userKey !== null && !isSignedIn()) endSession(userKey);
  });
}

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
