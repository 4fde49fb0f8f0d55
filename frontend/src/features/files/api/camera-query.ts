import type { StoredFile } from '@studiolo/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { previewKind } from '../preview-kind';
import { readCamera } from '../previews/read-camera';
import { fileQuery } from './file-query';

/** The camera data of a picture, read from the bytes that the preview has fetched. */
export function cameraQuery(queryClient: QueryClient, projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: ['camera', projectId, file.filename, file.created_at],
    queryFn: async () => {
      return readCamera(await queryClient.fetchQuery(fileQuery(projectId, file)));
    },
    enabled: previewKind(file) === 'image',
    staleTime: Infinity,
  });
}
