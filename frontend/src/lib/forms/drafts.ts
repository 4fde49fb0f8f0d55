import { useEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';

import { readDrafts, writeDraft } from '../session/kept-drafts';
import { isSignedIn, useUser } from '../session/session';

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
