import { tabStore } from '../state/web-storage';

/** In sessionStorage: the changed fields of forms that a session's end has interrupted, by the path of their page. */
const KEY = 'drafts';

interface Draft {
  /** What the page calls the form. */
  title: string;
  fields: Record<string, string>;
}

interface Drafts {
  userId: string;
  byPath: Record<string, Draft>;
}

const stored = () => JSON.parse(tabStore.get(KEY) ?? 'null') as Drafts | null;

/** The drafts of a user, by path. */
export function readDrafts(userId: string): Record<string, Draft> {
  const drafts = stored();
  return drafts?.userId === userId ? drafts.byPath : {};
}

export function writeDraft(userId: string, path: string, draft: Draft | null): void {
  const others = Object.entries(readDrafts(userId)).filter(([other]) => other !== path);
  const byPath = Object.fromEntries(draft ? [...others, [path, draft]] : others);
  if (Object.keys(byPath).length === 0) tabStore.remove(KEY);
  else tabStore.set(KEY, JSON.stringify({ userId, byPath } satisfies Drafts));
}

/** Whether the tab keeps text for whoever was signed in before. */
export function hasDrafts(): boolean {
  return tabStore.get(KEY) !== null;
}

/** Deletes what anybody but this user has typed in the tab. */
export function forgetDraftsOfOthers(userId: string): void {
  if (stored()?.userId !== userId) tabStore.remove(KEY);
}
