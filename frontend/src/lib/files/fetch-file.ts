import { downloadOperation } from '@studiolo/contracts';

import { fetchBytes } from '../api/client';
import { isRefusedFor } from '../api/errors';
import type { FileAddress } from '../api/hidden-files';

interface Options {
  signal?: AbortSignal;
  /** Fetches what is left of a damaged file, which the server refuses otherwise. */
  damaged?: 'accept';
}

/** The bytes of a file. Throws like `call`. */
export async function fetchFile(
  { projectId, filename: file }: FileAddress,
  { signal, damaged }: Options = {},
): Promise<Blob> {
  const query = damaged && { damaged };
  const response = await fetchBytes(downloadOperation, {
    params: { projectId, file },
    ...(query && { query }),
    signal,
  });
  return response.blob();
}

export const isDamage = (error: unknown): boolean => isRefusedFor(error, ['FILE_DAMAGED']);

/** The bytes of a file, or what is left of them; `bytes` is null when nothing is. Throws like `call`. */
export async function fetchWhatIsLeft(
  address: FileAddress,
): Promise<{ bytes: Blob | null; isDamaged: boolean }> {
  try {
    return { bytes: await fetchFile(address), isDamaged: false };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  try {
    return { bytes: await fetchFile(address, { damaged: 'accept' }), isDamaged: true };
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { bytes: null, isDamaged: true };
  }
}
