import { Controller } from '@nestjs/common';
import {
  projectMessages,
  type ReplyOf,
  type RequestOf,
  storageMessages as messages,
} from '@studiolo/contracts';
import { AppError, HandleMessage, MessageBus } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { ObjectStore } from '../object-store/object-store.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { assertFits, type Usage } from '../quota/usage.js';
import { StoragePolicy } from '../storage-policy.js';
import { hasTombstone } from '../tombstones.js';
import { insertUpload } from '../uploads/upload-files.js';

type Request = RequestOf<typeof messages.beginUpload>;
type Reply = ReplyOf<typeof messages.beginUpload>;

interface Reservation {
  readonly uploadId: string;
  readonly objectKeys: string[];
  readonly expiresAt: string;
}

@Controller()
export class BeginUploadHandler {
  constructor(
    private readonly bus: MessageBus,
    private readonly lock: OwnerLock,
    private readonly objects: ObjectStore,
    private readonly policy: StoragePolicy,
  ) {}

  @HandleMessage(messages.beginUpload)
  async execute(request: Request, context: MessageContext): Promise<Reply> {
    this.refuseTooLarge(request.files);
    const { ownerId, projectId } = request;
    await this.bus.call(projectMessages.getProject, { ownerId, projectId });
    const { uploadId, objectKeys, expiresAt } = await this.lock.once(
      context,
      ownerId,
      (transaction, usage) => this.reserve(transaction, usage, request),
    );
    const urls = await Promise.all(
      objectKeys.map((key) => this.objects.presignPut(key, this.policy.uploadTtlMs)),
    );
    return { uploadId, urls, expiresAt };
  }

  private refuseTooLarge(files: Request['files']): void {
    const max = this.policy.maxFileBytes;
    const tooLarge = files.find((file) => file.size > max);
    if (!tooLarge) return;
    const { filename, size } = tooLarge;
    throw new AppError('FILE_TOO_LARGE', { filename, size, max });
  }

  /** The reply is kept in the inbox: it names keys and no URLs, which would let anybody write. */
  private async reserve(
    transaction: EntityManager,
    usage: Usage,
    { ownerId, projectId, files }: Request,
  ): Promise<Reservation> {
    assertFits(files, usage, this.policy.quotaBytes);

    const uploadId = uuidv7();
    const uploadFiles = files.map((file) => ({ ...file, objectKey: uuidv7() }));
    const expiresAt = await insertUpload(transaction, uploadFiles, {
      uploadId,
      ownerId,
      projectId,
      ttlMs: this.policy.uploadTtlMs,
      maxFiles: this.policy.maxFiles,
    });
    if (!expiresAt) throw await this.refusal(transaction, [ownerId, projectId]);
    return {
      uploadId,
      objectKeys: uploadFiles.map((file) => file.objectKey),
      expiresAt: expiresAt.toISOString(),
    };
  }

  private async refusal(transaction: EntityManager, ids: string[]): Promise<AppError> {
    // The project was deleted since the projects service was asked.
    if (await hasTombstone(transaction, ids)) return new AppError('PROJECT_NOT_FOUND');
    return new AppError('FILE_COUNT_EXCEEDED', { max: this.policy.maxFiles });
  }
}
