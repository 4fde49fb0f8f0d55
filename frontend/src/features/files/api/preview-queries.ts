import type { StoredFile } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';
import pLimit from 'p-limit';

import { fetchFile } from '../../../lib/files/fetch-file';
import { previewKind } from '../preview-kind';
import type { CameraFact } from '../previews/camera';
import { makePreview, type Preview } from '../previews/preview';
import { readCamera } from '../previews/read-camera';
import type { UploadItem } from '../upload-item';
import { fileQuery, KEEP_MS, keyOf } from './file-query';

/** Larger files are not fetched for a thumbnail. */
const THUMBNAIL_MAX_BYTES = 25 * 1024 * 1024;
const THUMBNAIL_KEEP_MS = 10 * 60_000;

const threeAtOnce = pLimit(3);

export function thumbnailQuery(projectId: string, file: StoredFile) {
  const { filename, size, content_type: contentType, damage } = file;
  return queryOptions({
    queryKey: keyOf('thumbnail', projectId, file),
    queryFn: ({ signal }) =>
      threeAtOnce(async () => {
        signal.throwIfAborted();
        const blob = await fetchFile({ projectId, filename }, { signal });
        return makePreview(blob, contentType, true);
      }),
    enabled: damage === null && size <= THUMBNAIL_MAX_BYTES && previewKind(contentType) !== 'none',
    staleTime: Infinity,
    gcTime: THUMBNAIL_KEEP_MS,
  });
}

/** The thumbnail of a file that is chosen, made from its bytes on this machine. */
export function localThumbnailQuery({ id, file }: UploadItem) {
  return queryOptions({
    queryKey: ['upload-thumbnail', id],
    queryFn: () => threeAtOnce(() => makePreview(file, file.type, true)),
    enabled: file.size <= THUMBNAIL_MAX_BYTES && previewKind(file.type) !== 'none',
    staleTime: Infinity,
    gcTime: KEEP_MS,
  });
}

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
    enabled: file.damage === null && previewKind(file.content_type) === 'image',
    staleTime: Infinity,
  });
}
