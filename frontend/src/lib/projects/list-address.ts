import type { Location } from 'react-router-dom';

import { paths } from '../paths';
import { useUser } from '../session/session';
import { createStore } from '../state/create-store';

/** The key under which the router keeps the scroll position of a page. */
export function scrollKeyOf(location: Location): string {
  const state = location.state as { scrollKey?: string } | null;
  return state?.scrollKey ?? location.key;
}

const lastList = createStore({ userId: '', search: '', scrollKey: '' });

/** Remembers the search, filter, view and scroll position with which a user leaves the list of projects. */
export function rememberList(userId: string, location: Location): void {
  lastList.set({ userId, search: location.search, scrollKey: scrollKeyOf(location) });
}

/** The properties of a link that goes back to the list as the user left it. */
export function useLinkToList() {
  const { id } = useUser();
  const { userId, search, scrollKey } = lastList.useValue();
  if (userId !== id) return { to: paths.projects };
  return { to: `${paths.projects}${search}`, state: { scrollKey } };
}
