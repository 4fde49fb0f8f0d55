/**
 * `chosen` waits for Upload to be pressed, `waiting` for its turn; `refused` never moved a byte,
 * `failed` may be tried again.
 */
export type UploadStatus =
  'chosen' | 'waiting' | 'sending' | 'stored' | 'refused' | 'failed' | 'cancelled';

export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly status: UploadStatus;
  /** Share sent so far, 0 to 1. */
  readonly share: number;
  /** Why it was refused or has failed. */
  readonly reason: string;
  /** The refusal may pass: room can be made. */
  readonly canPass: boolean;
  /** Names this upload to the server: however often it is sent, it is stored once. */
  readonly key: string;
  /** It was sent before and may have been stored: the room it takes may be its own. */
  readonly wasSent: boolean;
}

export function isInFlight({ status }: UploadItem): boolean {
  return status === 'waiting' || status === 'sending';
}

/** Nothing more happens to it by itself. */
export function hasEnded({ status }: UploadItem): boolean {
  return status === 'refused' || status === 'failed' || status === 'cancelled';
}

/** Trying again can help: room may have been made, the connection may be back. */
export function canRetry({ status, canPass }: UploadItem): boolean {
  return status === 'failed' || status === 'cancelled' || (status === 'refused' && canPass);
}
