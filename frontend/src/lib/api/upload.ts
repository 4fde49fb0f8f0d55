import { type StoredFile, uploadOperation } from '@studiolo/contracts';

import { readAnswer, send, type Transport } from './client';

interface UploadRequest {
  projectId: string;
  file: File;
  /** Of the file; the server refuses other bytes. Null when it is unknown. */
  sha256?: string | null;
  /** The idempotency key: with the same key, the server stores the file once. */
  key: string;
  signal: AbortSignal;
  /** Called with the part sent so far, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Sends by XMLHttpRequest, because fetch reports no upload progress. */
const reporting =
  (onProgress: UploadRequest['onProgress']): Transport =>
  (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onerror = reject;
      request.onabort = reject;
      request.onload = () =>
        resolve(new Response(request.responseText || null, { status: request.status }));
      signal?.addEventListener('abort', () => request.abort());
      request.open(method, url);
      for (const [name, value] of headers) request.setRequestHeader(name, value);
      request.send(body);
    });

/** The file as chosen, for a server that does not say how it stored it. */
function asChosen({ name: filename, size, type }: File): StoredFile {
  return {
    filename,
    size,
    sha256: null,
    damage: null,
    content_type: type,
    created_at: new Date().toISOString(),
  };
}

/** Sends one file, without a time limit. Throws like `call`. */
export async function uploadFile(upload: UploadRequest): Promise<StoredFile> {
  const { projectId, file, sha256, key, signal, onProgress } = upload;
  const body = new FormData();
  body.set('project_id', projectId);
  if (sha256) body.set('sha256', sha256);
  body.set('file', file, file.name);
  const parts = { params: { projectId }, headers: { 'idempotency-key': key }, body, signal };
  const response = await send(uploadOperation, parts, reporting(onProgress));
  const { files } = await readAnswer(uploadOperation, parts, response);
  return files[0] ?? asChosen(file);
}
