import { downloadOperation, type StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { fetchBytes } from '../../../lib/api/client';

/** Bytes and previews stay in memory this long after their last use. */
export const KEEP_MS = 60_000;

/** A new file may have the name of a deleted one, but not its time of creation. */
export const keyOf = (what: string, projectId: string, file: StoredFile) =>
  [what, projectId, file.filename, file.created_at] as const;

export async function fetchFile(
  projectId: string,
  filename: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const params = { projectId, file: filename };
  const response = await fetchBytes(downloadOperation, { params, signal });
  return response.blob();
}

export function fileQuery(projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: keyOf('file', projectId, file),
    queryFn: ({ signal }) => fetchFile(projectId, file.filename, signal),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}
