import type { StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { fetchFile } from '../../../lib/files/fetch-file';

/** Bytes and previews stay in memory this long after their last use. */
export const KEEP_MS = 60_000;

/** A new file may have the name of a deleted one, but not its time of creation. */
export const keyOf = (what: string, projectId: string, file: StoredFile) =>
  [what, projectId, file.filename, file.created_at] as const;

export function fileQuery(projectId: string, file: StoredFile) {
  const { filename } = file;
  return queryOptions({
    queryKey: keyOf('file', projectId, file),
    queryFn: ({ signal }) => fetchFile({ projectId, filename }, { signal }),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}
