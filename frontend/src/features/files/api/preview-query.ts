import type { StoredFile } from '@studiolo/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { MissingCodeError } from '../../../lib/fetch-code';
import { previewKind } from '../preview-kind';
import { makePreview, type Preview } from '../previews/preview';
import { fileQuery } from './file-query';

const KEEP_MS = 60_000;

/** The full-size preview of a file. */
export function previewQuery(queryClient: QueryClient, projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: ['preview', projectId, file.filename, file.created_at],
    queryFn: async (): Promise<Preview> => {
      if (previewKind(file) === 'none') return { kind: 'none' };
      const blob = await queryClient.fetchQuery(fileQuery(projectId, file));
      return makePreview(blob, file.content_type).catch((error: unknown) => {
        if (error instanceof MissingCodeError) throw error;
        // A file that cannot be read has no preview.
        return { kind: 'none' };
      });
    },
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}
