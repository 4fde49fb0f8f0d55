import { downloadOperation, type StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { fetchBytes } from '../../../lib/api/client';

/** Bytes stay in memory this long after their last use. */
const KEEP_MS = 60_000;

export async function fetchFile(
  projectId: string,
  filename: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const params = { projectId, file: filename };
  const response = await fetchBytes(downloadOperation, { params, signal });
  return response.blob();
}

/** The bytes of one file. A new file may have the name of a deleted one, but not its time of creation. */
export function fileQuery(projectId: string, { filename, created_at: createdAt }: StoredFile) {
  return queryOptions({
    queryKey: ['file', projectId, filename, createdAt],
    queryFn: ({ signal }) => fetchFile(projectId, filename, signal),
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}
