import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';

import { isSignedIn, useUser } from '../session/session';

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

/** The drafts of a user, by path. Those of anybody else are deleted. */
function readDrafts(userId: string): Record<string, Draft> {
  const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Drafts | null;
  if (stored?.userId === userId) return stored.byPath;
  sessionStorage.removeItem(KEY);
  return {};
}

function writeDraft(userId: string, path: string, draft: Draft | null): void {
  const others = Object.entries(readDrafts(userId)).filter(([other]) => other !== path);
  const byPath = Object.fromEntries(draft ? [...others, [path, draft]] : others);
  if (Object.keys(byPath).length === 0) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify({ userId, byPath } satisfies Drafts));
}

/** Whether the tab keeps text for whoever was signed in before. */
export function hasDrafts(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

/** Whether the form of this page was interrupted. */
export function useHasDraft(): boolean {
  const { id } = useUser();
  return useLocation().pathname in readDrafts(id);
}

export function useDrafts() {
  const { id } = useUser();
  const [drafts, setDrafts] = useState(() => readDrafts(id));
  const discard = (path: string) => {
    writeDraft(id, path, null);
    setDrafts(readDrafts(id));
  };
  return { drafts: Object.entries(drafts), discard };
}

/**
 * Keeps what is typed into the form of a page until the form is left, except by the end of the session: then the same
 * user finds it in the form again.
 */
export function useDraft<Values extends FieldValues>(
  { setValue, subscribe }: Pick<UseFormReturn<Values>, 'setValue' | 'subscribe'>,
  title: string,
  names: readonly (FieldPath<Values> & string)[],
): void {
  const { id } = useUser();
  const { pathname } = useLocation();
  useEffect(() => {
    const before = readDrafts(id)[pathname]?.fields ?? {};
    for (const name of names) {
      const value = before[name] as FieldPathValue<Values, typeof name> | undefined;
      if (value !== undefined) setValue(name, value, { shouldDirty: true });
    }
    const stop = subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => {
        const changed = names.filter((name) => name in dirtyFields);
        const fields = Object.fromEntries(changed.map((name) => [name, String(values[name])]));
        writeDraft(id, pathname, changed.length > 0 ? { title, fields } : null);
      },
    });
    return () => {
      stop();
      if (isSignedIn()) writeDraft(id, pathname, null);
    };
  }, [id, pathname, title, names, setValue, subscribe]);
}
