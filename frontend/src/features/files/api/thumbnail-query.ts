import type { StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';

import { previewKind } from '../preview-kind';
import { makeThumbnail } from '../previews/thumbnail';
import { fetchFile, keyOf } from './file-query';

/** Larger files are not fetched for a thumbnail. */
const MAX_BYTES = 25 * 1024 * 1024;
const KEEP_MS = 10 * 60_000;

const threeAtOnce = pLimit(3);

/** A small picture of a file, or null to show its glyph. */
export function thumbnailQuery(projectId: string, file: StoredFile) {
  const { filename, size, content_type: contentType } = file;
  return queryOptions({
    queryKey: keyOf('thumbnail', projectId, file),
    queryFn: ({ signal }) =>
      threeAtOnce(async () => {
        signal.throwIfAborted();
        return makeThumbnail(await fetchFile(projectId, filename, signal), contentType);
      }),
    enabled: size <= MAX_BYTES && previewKind(contentType) !== 'none',
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}
