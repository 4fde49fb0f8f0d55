import type { StoredFile } from '@studiolo/contracts';

import { ApiError, describeError, isAbort } from '../../lib/api/errors';
import { newIdempotencyKey } from '../../lib/idempotency-key';
import type { FileChoice } from './folder-files';
import { canRetry, hasEnded, isInFlight, type UploadItem, type UploadStatus } from './upload-item';
import { refusalOf, type UploadLimits, type UploadRefusal } from './upload-refusal';

const UPLOADS_AT_ONCE = 2;

/** The statuses of a refusal of the file itself, which would be refused again. */
const REFUSALS = [400, 413, 415];
const QUOTA_STATUS = 413;

interface SendRequest {
  file: File;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export interface UploadQueueOptions {
  /** The current limits; files in flight in this queue are not yet subtracted from the room. */
  limits: () => UploadLimits;
  send: (request: SendRequest) => Promise<StoredFile>;
  onStored: (stored: StoredFile) => void;
  /** Files that a system had written into a folder for itself. */
  onLeftOut: (count: number) => void;
  /** Called with the number of stored files when no upload is in flight any more. The rows show the failures. */
  onSettled: (stored: number) => void;
}

/** Uploads files to one project: one request each, two at a time; each can be cancelled and retried alone. */
export class UploadQueue {
  private items: readonly UploadItem[] = [];
  private lastId = 0;
  private outcome = { sent: 0, stored: 0 };
  private readonly sending = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: UploadQueueOptions) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): readonly UploadItem[] => this.items;

  /** Adds files; those that cannot be accepted or read become refused rows. */
  choose({ files = [], rejectedFiles = [], leftOut = 0 }: Partial<FileChoice>): void {
    for (const file of files) this.take(file);
    for (const { path, reason } of rejectedFiles) {
      this.add(new File([], path), { reason, canPass: false });
    }
    if (leftOut > 0) this.options.onLeftOut(leftOut);
  }

  /** Checks the files again after the limits changed: refuses those chosen last first, and readies those that fit now. */
  reconsider(): void {
    for (const item of this.items.toReversed()) {
      if (item.status === 'chosen') this.refuse(item);
    }
    for (const { id, status, canPass, file } of this.items) {
      const fits = canPass && !refusalOf(file, this.limitsBeside(id));
      if (status === 'refused' && fits) this.change(id, { status: 'chosen', reason: '' });
    }
  }

  /** Sends the chosen files. Returns false when there are none. */
  upload(): boolean {
    const hasChosen = this.items.some(({ status }) => status === 'chosen');
    for (const { id, status } of this.items) {
      if (status === 'chosen') this.change(id, { status: 'waiting' });
    }
    this.pump();
    return hasChosen;
  }

  cancel(id: number): void {
    this.sending.get(id)?.abort();
    this.change(id, { status: 'cancelled', share: 0 });
    this.pump();
  }

  retry(id: number): void {
    const item = this.find(id);
    if (!item || isInFlight(item)) return;
    this.change(id, { status: 'waiting', reason: '', share: 0 });
    this.pump();
  }

  retryAll(): void {
    for (const item of this.items) {
      if (canRetry(item)) this.retry(item.id);
    }
  }

  remove(id: number): void {
    this.setItems(this.items.filter((item) => item.id !== id || isInFlight(item)));
  }

  /** Removes the refused, failed and cancelled rows. */
  removeEnded(): void {
    this.setItems(this.items.filter((item) => !hasEnded(item)));
  }

  /** Keeps what is in flight or failed; the other rows end with the project's page. */
  leavePage(): void {
    this.setItems(
      this.items.filter((item) => isInFlight(item) || ['stored', 'failed'].includes(item.status)),
    );
  }

  /** Aborts every upload and removes all rows. */
  clear(): void {
    this.setItems([]);
    for (const controller of this.sending.values()) controller.abort();
  }

  private take(file: File): void {
    this.add(file, refusalOf(file, this.limitsBeside(null)));
  }

  private add(file: File, refused: UploadRefusal | null): void {
    this.lastId += 1;
    const item: UploadItem = {
      id: this.lastId,
      file,
      status: 'chosen',
      share: 0,
      reason: '',
      canPass: false,
      key: newIdempotencyKey(),
      wasSent: false,
    };
    this.setItems([...this.items, refused ? { ...item, ...refusedBy(refused) } : item]);
  }

  /** The limits for one file, with the sizes of the other chosen and sending files subtracted from the room. */
  private limitsBeside(id: number | null): UploadLimits {
    const limits = this.options.limits();
    if (limits.roomBytes === null) return limits;
    const spoken = this.items
      .filter((item) => item.id !== id && (item.status === 'chosen' || isInFlight(item)))
      .reduce((sum, { file }) => sum + file.size, 0);
    return { ...limits, roomBytes: limits.roomBytes - spoken };
  }

  private pump(): void {
    for (const item of this.items) {
      if (this.sending.size >= UPLOADS_AT_ONCE) return;
      if (item.status === 'waiting') void this.process(item);
    }
    this.settle();
  }

  private settle(): void {
    if (this.items.some(isInFlight) || this.sending.size > 0) return;
    const { sent, stored } = this.outcome;
    if (sent === 0) return;
    this.outcome = { sent: 0, stored: 0 };
    this.setItems(this.items.filter(({ status }) => status !== 'stored'));
    this.options.onSettled(stored);
  }

  private async process(item: UploadItem): Promise<void> {
    const { id } = item;
    if (!item.wasSent && this.refuse(item)) return;
    const controller = new AbortController();
    this.sending.set(id, controller);
    this.outcome.sent += 1;
    this.change(id, { status: 'sending', share: 0, reason: '', wasSent: true });
    try {
      this.finish(id, await this.send(item, controller.signal));
    } catch (error) {
      if (!isAbort(error)) this.fail(id, error);
    }
    if (this.sending.get(id) === controller) this.sending.delete(id);
    this.pump();
  }

  private refuse({ id, file }: UploadItem): boolean {
    const refused = refusalOf(file, this.limitsBeside(id));
    if (refused) this.change(id, refusedBy(refused));
    return refused !== null;
  }

  private send({ id, file, key }: UploadItem, signal: AbortSignal): Promise<StoredFile> {
    return this.options.send({
      file,
      key,
      signal,
      onProgress: (share) => {
        if (!signal.aborted) this.change(id, { share });
      },
    });
  }

  private finish(id: number, stored: StoredFile): void {
    this.outcome.stored += 1;
    this.change(id, { status: 'stored', share: 1 });
    this.options.onStored(stored);
  }

  private fail(id: number, error: unknown): void {
    const reason = describeError(error, 'Failed to upload file');
    const refusal = error instanceof ApiError && REFUSALS.includes(error.status) ? error : null;
    this.change(id, {
      status: refusal ? 'refused' : 'failed',
      canPass: refusal?.status === QUOTA_STATUS,
      reason,
      share: 0,
    });
  }

  private find(id: number): UploadItem | undefined {
    return this.items.find((item) => item.id === id);
  }

  private change(id: number, changes: Partial<UploadItem>): void {
    this.setItems(this.items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  }

  private setItems(items: readonly UploadItem[]): void {
    this.items = items;
    for (const listener of this.listeners) listener();
  }
}

function refusedBy(refusal: UploadRefusal) {
  return { status: 'refused' satisfies UploadStatus, ...refusal } as const;
}
