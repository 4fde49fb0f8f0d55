import { type StoredFile, uploadOperation } from '@studiolo/contracts';

import { recordOwnChange } from '../changes-by-this-tab';
import { readToken } from '../token';
import { readAnswer } from './client';
import { NetworkError } from './errors';
import { logApiError, refusalError } from './refusals';
import { operationUrl } from './request';

interface UploadRequest {
  projectId: string;
  file: File;
  /** The idempotency key: with the same key, the server stores the file once. */
  key: string;
  signal: AbortSignal;
  /** Called with the part sent so far, 0 to 1. */
  onProgress: (share: number) => void;
}

function uploadForm(projectId: string, file: File): FormData {
  const form = new FormData();
  form.set('project_id', projectId);
  form.set('file', file, file.name);
  return form;
}

/** The file as chosen, for a server that does not say how it stored it. */
function asChosen({ name: filename, size, type }: File): StoredFile {
  return { filename, size, content_type: type, created_at: new Date().toISOString() };
}

/** Sends one file by XMLHttpRequest, because fetch reports no upload progress. Throws like `call`. */
export function uploadFile({
  projectId,
  file,
  key,
  signal,
  onProgress,
}: UploadRequest): Promise<StoredFile> {
  const url = operationUrl(uploadOperation);
  const sentToken = readToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => {
      request.abort();
      reject(new DOMException('The upload was cancelled', 'AbortError'));
    };
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => {
      logApiError(0, url);
      reject(new NetworkError('No answer from the server'));
    };
    request.onload = () => {
      const { status, responseText: text } = request;
      try {
        if (status >= 400) throw refusalError({ url, status, text, sentToken });
        const [stored = asChosen(file)] = readAnswer(uploadOperation, { text, status, url }).files;
        resolve(stored);
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open(uploadOperation.method.toUpperCase(), url);
    request.setRequestHeader('idempotency-key', key);
    if (sentToken) request.setRequestHeader('authorization', `Bearer ${sentToken}`);
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort);
    request.addEventListener('loadend', recordOwnChange(uploadOperation, projectId));
    request.send(uploadForm(projectId, file));
  });
}
