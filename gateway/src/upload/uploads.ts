import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import {
  type PresignedPut,
  type RequestOf,
  storageMessages,
  type StoredFile,
} from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import { RequestQueues } from '../admission/request-queues.js';
import { type NewObject, ObjectTransfer } from '../object-store/object-transfer.js';

/** How long the answer waits for the release of a failed upload, in milliseconds. */
const ABORT_WAIT_MS = 1_000;

interface Upload {
  readonly userId: string;
  readonly projectId: string;
  readonly files: readonly (NewObject & { readonly filename: string })[];
  /** Derived from the client's Idempotency-Key: a repeat stores nothing and gets the first answer. */
  readonly name?: {
    readonly messageId: string;
    /** Distinguishes these files from others under the same key. */
    readonly digest: string;
  };
}

/** Moves received files into the store: all of them, or none. */
@Injectable()
export class Uploads {
  private readonly logger = new Logger(Uploads.name);
  /** When the store last accepted a whole upload. */
  private storedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly bus: MessageBus,
    private readonly transfer: ObjectTransfer,
    private readonly queues: RequestQueues,
  ) {}

  /**
   * Stores the files when the queue reaches the upload.
   * @throws AppError of storage.begin-upload and storage.commit-upload; UNAVAILABLE when too many uploads wait or the
   * store cannot be reached
   */
  store(upload: Upload, client: Socket): Promise<StoredFile[]> {
    return this.queues.upload.run(async () => {
      const stop = new AbortController();
      const hangUp = () =>
        stop.abort(new AppError('UNAVAILABLE', {}, { cause: 'The client hung up' }));
      if (client.destroyed) hangUp();
      client.once('close', hangUp);
      try {
        return await this.storeNow(upload, stop);
      } finally {
        client.off('close', hangUp);
      }
    }, client);
  }

  private async storeNow(
    { userId, projectId, files, name }: Upload,
    stop: AbortController,
  ): Promise<StoredFile[]> {
    stop.signal.throwIfAborted();
    const begun = await this.bus.call(storageMessages.beginUpload, {
      userId,
      projectId,
      files: files.map(({ filename, bytes, sha256, contentType }) => {
        return { filename, size: bytes.size, sha256, contentType };
      }),
      idempotency: name,
    });
    if ('files' in begun) return begun.files;
    const { uploadId, puts } = begun;
    try {
      const etags = await this.putAll(puts, files, stop);
      stop.signal.throwIfAborted();
      const commit = { userId, uploadId, etags };
      const committed = await this.bus.call(storageMessages.commitUpload, commit, name);
      // The reply is that of a repeat, which was committed first: this upload's files are not needed.
      if (committed.uploadId !== uploadId) await this.release({ userId, uploadId });
      return committed.files;
    } catch (error) {
      await this.release({ userId, uploadId });
      throw error;
    }
  }

  /** Returns the ETag of each object. */
  private async putAll(
    puts: readonly PresignedPut[],
    files: readonly NewObject[],
    stop: AbortController,
  ): Promise<string[]> {
    const since = performance.now();
    const transfers = files.map(async (file, index) => {
      const put = puts[index];
      if (put === undefined) throw new Error('Storage gave fewer addresses than files');
      return this.transfer.put(put, file, stop.signal);
    });
    try {
      const etags = await Promise.all(transfers);
      this.storedAt = performance.now();
      return etags;
    } catch (error) {
      // Waiting uploads would fail, too, unless the store has accepted another one since this one began.
      if (!stop.signal.aborted && this.storedAt < since) this.queues.upload.refuseWaiting();
      stop.abort();
      await Promise.allSettled(transfers);
      throw error;
    }
  }

  /** Returns the reserved quota. Storage returns it by itself when it hears nothing of an upload for a minute. */
  private async release(upload: RequestOf<typeof storageMessages.abortUpload>): Promise<void> {
    const released = this.bus.call(storageMessages.abortUpload, upload).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'An upload expires by itself');
    });
    await Promise.race([released, delay(ABORT_WAIT_MS, undefined, { ref: false })]);
  }
}
