import type { StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { previewKind } from '../preview-kind';
import type { CameraFact } from '../previews/camera';
import { makePreview, type Preview } from '../previews/preview';
import { readCamera } from '../previews/read-camera';
import { fileQuery, KEEP_MS, keyOf } from './file-query';

/** The full-size preview of a file. */
export function previewQuery(projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: keyOf('preview', projectId, file),
    queryFn: async ({ client }): Promise<Preview> => {
      if (previewKind(file.content_type) === 'none') return { kind: 'none' };
      return makePreview(await client.fetchQuery(fileQuery(projectId, file)), file.content_type);
    },
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}

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
export function cameraQuery(projectId: string, file: StoredFile) {
  return queryOptions({
    queryKey: keyOf('camera', projectId, file),
    queryFn: async ({ client }) => {
      const blob = await client.fetchQuery(fileQuery(projectId, file));
      return withDimensions(await readCamera(blob), blob);
    },
    enabled: previewKind(file.content_type) === 'image',
    staleTime: Infinity,
  });
}
