import type { Project } from '../../lib/api/answers';

/** `chosen` waits for the Upload button, `waiting` for a free place; a `refused` file would be refused again. */
export type UploadStatus =
  'chosen' | 'waiting' | 'sending' | 'stored' | 'refused' | 'failed' | 'cancelled';

export interface UploadItem {
  /** Also the idempotency key: the server stores the file once, however often it is sent. */
  readonly id: string;
  readonly project: Pick<Project, 'id' | 'title'>;
  readonly file: File;
  readonly status: UploadStatus;
  /** The part sent so far, 0 to 1. */
  readonly share: number;
  /** Why it was refused or failed. */
  readonly reason: string;
  /** Aborts the latest attempt. */
  readonly controller: AbortController;
}

export function isChosen({ status }: UploadItem): boolean {
  return status === 'chosen';
}

export function isInFlight({ status }: UploadItem): boolean {
  return status === 'waiting' || status === 'sending';
}

export function isStored({ status }: UploadItem): boolean {
  return status === 'stored';
}

export function canRetry({ status }: UploadItem): boolean {
  return status === 'failed' || status === 'cancelled';
}

export function hasEnded(item: UploadItem): boolean {
  return canRetry(item) || item.status === 'refused';
}
