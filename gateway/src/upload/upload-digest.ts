import { createHash } from 'node:crypto';

import type { ReceivedFile } from './receive-form.js';

const CHUNK_BYTES = 256 * 1024;

/** SHA-256 of what an upload keeps and where: it tells a repeat under an Idempotency-Key from other files. */
export async function uploadDigest(
  projectId: string,
  files: readonly ReceivedFile[],
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([projectId, files.map((file) => [file.filename, file.bytes.size])]));
  for (const { bytes } of files) {
    for (let offset = 0; offset < bytes.size; offset += CHUNK_BYTES) {
      hash.update(await bytes.read(offset, CHUNK_BYTES));
    }
  }
  return hash.digest('base64url');
}
