import type { StoredFile } from '@studiolo/contracts';

import { ApiError, describeError, isAbort } from '../../lib/api/errors';
import { createStore } from '../../lib/create-store';
import { newIdempotencyKey } from '../../lib/idempotency-key';
import type { FileChoice } from './folder-files';
import { canRetry, hasEnded, isChosen, isInFlight, type UploadItem } from './upload-item';
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
  readonly store = createStore<readonly UploadItem[]>([]);
  private lastId = 0;
  private outcome = { sent: 0, stored: 0 };
  private readonly sending = new Map<number, AbortController>();

  constructor(private readonly options: UploadQueueOptions) {}

  private get items(): readonly UploadItem[] {
    return this.store.get();
  }

  /** Adds files; those that cannot be accepted or read become refused rows. */
  choose({ files = [], rejectedFiles = [], leftOut = 0 }: Partial<FileChoice>): void {
    for (const file of files) this.add(file, refusalOf(file, this.limitsBeside(null)));
    for (const { path, reason } of rejectedFiles) {
      this.add(new File([], path), { reason, canPass: false });
    }
    if (leftOut > 0) this.options.onLeftOut(leftOut);
  }

  /** Checks the files again after the limits changed: refuses those chosen last first, and readies those that fit now. */
  reconsider(): void {
    for (const item of this.items.filter(isChosen).toReversed()) this.refuse(item);
    for (const { id, status, canPass, file } of this.items) {
      const fits = canPass && !refusalOf(file, this.limitsBeside(id));
      if (status === 'refused' && fits) this.change(id, { status: 'chosen', reason: '' });
    }
  }

  /** Sends the chosen files. Returns false when there are none. */
  upload(): boolean {
    const chosen = this.items.filter(isChosen);
    for (const { id } of chosen) this.change(id, { status: 'waiting' });
    this.sendNext();
    return chosen.length > 0;
  }

  cancel(id: number): void {
    this.sending.get(id)?.abort();
    this.change(id, { status: 'cancelled', share: 0 });
    this.sendNext();
  }

  retry(id: number): void {
    if (this.items.some((item) => item.id === id && isInFlight(item))) return;
    this.change(id, { status: 'waiting', reason: '', share: 0 });
    this.sendNext();
  }

  retryAll(): void {
    for (const { id } of this.items.filter(canRetry)) this.retry(id);
  }

  remove(id: number): void {
    this.store.set(this.items.filter((item) => item.id !== id || isInFlight(item)));
  }

  /** Removes the refused, failed and cancelled rows. */
  removeEnded(): void {
    this.store.set(this.items.filter((item) => !hasEnded(item)));
  }

  /** Keeps what is in flight or failed; the other rows end with the project's page. */
  leavePage(): void {
    this.store.set(
      this.items.filter((item) => isInFlight(item) || ['stored', 'failed'].includes(item.status)),
    );
  }

  /** Aborts every upload and removes all rows. */
  clear(): void {
    this.store.set([]);
    for (const controller of this.sending.values()) controller.abort();
  }

  private add(file: File, refused: UploadRefusal | null): void {
    this.lastId += 1;
    const item: UploadItem = {
      id: this.lastId,
      file,
      status: refused ? 'refused' : 'chosen',
      share: 0,
      reason: '',
      canPass: false,
      ...refused,
      key: newIdempotencyKey(),
      wasSent: false,
    };
    this.store.set([...this.items, item]);
  }

  /** The limits for one file, with the sizes of the other chosen and sending files subtracted from the room. */
  private limitsBeside(id: number | null): UploadLimits {
    const limits = this.options.limits();
    if (limits.roomBytes === null) return limits;
    const claimed = this.items
      .filter((item) => item.id !== id && (isChosen(item) || isInFlight(item)))
      .reduce((sum, { file }) => sum + file.size, 0);
    return { ...limits, roomBytes: limits.roomBytes - claimed };
  }

  private sendNext(): void {
    for (const item of this.items) {
      if (this.sending.size >= UPLOADS_AT_ONCE) return;
      if (item.status === 'waiting') void this.send(item);
    }
    this.reportOutcome();
  }

  private reportOutcome(): void {
    if (this.items.some(isInFlight) || this.sending.size > 0) return;
    const { sent, stored } = this.outcome;
    if (sent === 0) return;
    this.outcome = { sent: 0, stored: 0 };
    this.store.set(this.items.filter(({ status }) => status !== 'stored'));
    this.options.onSettled(stored);
  }

  private async send(item: UploadItem): Promise<void> {
    const { id, file, key } = item;
    if (!item.wasSent && this.refuse(item)) return;
    const controller = new AbortController();
    const { signal } = controller;
    this.sending.set(id, controller);
    this.outcome.sent += 1;
    this.change(id, { status: 'sending', share: 0, reason: '', wasSent: true });
    const onProgress = (share: number) => {
      if (!signal.aborted) this.change(id, { share });
    };
    try {
      const stored = await this.options.send({ file, key, signal, onProgress });
      this.outcome.stored += 1;
      this.change(id, { status: 'stored', share: 1 });
      this.options.onStored(stored);
    } catch (error) {
      if (!isAbort(error)) this.fail(id, error);
    }
    if (this.sending.get(id) === controller) this.sending.delete(id);
    this.sendNext();
  }

  private refuse({ id, file }: UploadItem): boolean {
    const refused = refusalOf(file, this.limitsBeside(id));
    if (refused) this.change(id, { status: 'refused', ...refused });
    return refused !== null;
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

  private change(id: number, changes: Partial<UploadItem>): void {
    this.store.set(this.items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
  }
}
