/** `chosen` waits for the Upload button, `waiting` for a free place; a `refused` file would be refused again. */
export type UploadStatus =
  'chosen' | 'waiting' | 'sending' | 'stored' | 'refused' | 'failed' | 'cancelled';

export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly status: UploadStatus;
  /** The part sent so far, 0 to 1. */
  readonly share: number;
  /** Why it was refused or failed. */
  readonly reason: string;
  /** The refusal is for lack of space; the file is `chosen` again once there is room. */
  readonly canPass: boolean;
  /** The idempotency key: the server stores the file once, however often it is sent. */
  readonly key: string;
  /** The file was sent before. The server may have stored it, and then its size is already part of the used space. */
  readonly wasSent: boolean;
}

export function isChosen({ status }: UploadItem): boolean {
  return status === 'chosen';
}

export function isInFlight({ status }: UploadItem): boolean {
  return status === 'waiting' || status === 'sending';
}

export function hasEnded({ status }: UploadItem): boolean {
  return status === 'refused' || status === 'failed' || status === 'cancelled';
}

export function canRetry({ status }: UploadItem): boolean {
  return status === 'failed' || status === 'cancelled';
}
