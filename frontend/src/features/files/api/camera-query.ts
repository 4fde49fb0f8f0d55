import type { StoredFile } from '@studiolo/contracts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { previewKind } from '../preview-kind';
import type { CameraFact } from '../previews/camera';
import { readCamera } from '../previews/read-camera';
import { fileQuery } from './file-query';

/** Adds the dimensions of a picture whose camera wrote none. */
async function withDimensions(facts: CameraFact[], blob: Blob): Promise<CameraFact[]> {
  if (facts.some(({ name }) => name === 'Dimensions')) return facts;
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (!bitmap) return facts;
  const { width, height } = bitmap;
  bitmap.close();
  return [...facts, { name: 'Dimensions', value: `${width} × ${height}` }];
}

/** Dimensions and camera data of a picture, read from the bytes that the preview has fetched. */
export function cameraQuery(queryClient: QueryClient, projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: ['camera', projectId, file.filename, file.created_at],
    queryFn: async () => {
      const blob = await queryClient.fetchQuery(fileQuery(projectId, file));
      return withDimensions(await readCamera(blob), blob);
    },
    enabled: previewKind(file) === 'image',
    staleTime: Infinity,
  });
}
