import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import { type RequestOf, storageMessages, type StoredFile } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';

import { RequestQueues } from '../admission/request-queues.js';
import { type NewObject, ObjectTransfer } from '../storage/object-transfer.js';

/** How long the answer waits for the release of a failed upload, in milliseconds. */
const ABORT_WAIT_MS = 1_000;

export interface Upload {
  readonly userId: string;
  readonly projectId: string;
  readonly files: readonly (NewObject & { readonly filename: string })[];
  /** Derived from the client's Idempotency-Key: a repeat stores nothing and gets the first answer. */
  readonly name?: RequestOf<typeof storageMessages.beginUpload>['commitAs'];
}

/** Moves received files into the store: all of them, or none. */
@Injectable()
export class Uploads {
  private readonly logger = new Logger(Uploads.name);

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
    const storeNow = (controller: AbortController) => this.storeNow(upload, controller);
    return this.queues.of('upload').run(() => whileConnected(client, storeNow), client);
  }

  private async storeNow(
    { userId, projectId, files, name }: Upload,
    controller: AbortController,
  ): Promise<StoredFile[]> {
    controller.signal.throwIfAborted();
    const begun = await this.bus.call(storageMessages.beginUpload, {
      userId,
      projectId,
      files: files.map(({ filename, bytes, contentType }) => {
        return { filename, size: bytes.size, contentType };
      }),
      commitAs: name,
    });
    if ('files' in begun) return begun.files;
    const { uploadId, urls } = begun;
    try {
      await this.putAll(urls, files, controller);
      controller.signal.throwIfAborted();
      const commit = { userId, uploadId };
      return (await this.bus.call(storageMessages.commitUpload, commit, name)).files;
    } catch (error) {
      await this.release({ userId, uploadId });
      throw error;
    }
  }

  private async putAll(
    urls: readonly string[],
    files: readonly NewObject[],
    controller: AbortController,
  ): Promise<void> {
    const puts = files.map(async (file, index) => {
      const url = urls[index];
      if (url === undefined) throw new Error('Storage gave fewer addresses than files');
      return this.transfer.put(url, file, controller.signal);
    });
    try {
      await Promise.all(puts);
    } catch (error) {
      controller.abort();
      await Promise.allSettled(puts);
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

/** Runs `work`, and aborts it when the client disconnects before it ends. */
async function whileConnected<Result>(
  client: Socket,
  work: (controller: AbortController) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const hangUp = () =>
    controller.abort(new AppError('UNAVAILABLE', {}, { cause: 'The client hung up' }));
  if (client.destroyed) hangUp();
  client.once('close', hangUp);
  try {
    return await work(controller);
  } finally {
    client.off('close', hangUp);
  }
}
