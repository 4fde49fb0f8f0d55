import type { StoredFile } from '@studiolo/contracts';

import type { Project } from '../../lib/api/answers';
import { newIdempotencyKey } from '../../lib/api/idempotency-key';
import { fileCount } from '../../lib/format';

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
  readonly reason: string;
  /** Whether it failed for want of an answer, as without a line. */
  readonly isUnanswered: boolean;
  readonly controller: AbortController;
  /** Uploads that were sent together, whose outcome is told together; 0 before. */
  readonly batch: number;
  /** What the server made of it. */
  readonly stored: StoredFile | null;
}

export function newItem(project: UploadItem['project'], file: File): UploadItem {
  const controller = new AbortController();
  const id = newIdempotencyKey();
  const before = { status: 'chosen', share: 0, reason: '', isUnanswered: false } as const;
  return { id, project, file, controller, ...before, batch: 0, stored: null };
}

const hasStatus =
  (...statuses: UploadStatus[]) =>
  ({ status }: UploadItem) =>
    statuses.includes(status);

export const isChosen = hasStatus('chosen');
export const isInFlight = hasStatus('waiting', 'sending');
export const isStored = hasStatus('stored');
export const hasFailed = hasStatus('failed');
export const isWaitingForLine = (item: UploadItem) => hasFailed(item) && item.isUnanswered;
export const canRetry = hasStatus('failed', 'cancelled');
/** What a closed tab or an ended session loses. */
export const isUnfinished = hasStatus('waiting', 'sending', 'failed');
export const hasEnded = hasStatus('refused', 'failed', 'cancelled');
export const endsWithPage = hasStatus('chosen', 'refused', 'cancelled');

/** Those that were sent together last. */
export function latestBatch(items: readonly UploadItem[]): readonly UploadItem[] {
  const latest = Math.max(...items.map(({ batch }) => batch));
  return items.filter(({ batch }) => batch === latest);
}

/** How uploads ended, such as `2 files uploaded, 1 file not uploaded`. */
export function outcomeText(items: readonly UploadItem[]): string {
  const stored = items.filter(isStored).length;
  const failed = items.length - stored;
  return [
    stored > 0 && `${fileCount(stored)} uploaded`,
    failed > 0 && `${fileCount(failed)} not uploaded`,
  ]
    .filter(Boolean)
    .join(', ');
}
