import { Controller, Logger } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages as messages } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { chooseFreeNames } from '../filenames/free-names.js';
import { toStoredFile } from '../files/file.entity.js';
import { findFreeNumber, insertReservedFiles } from '../files/files.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { hasTombstone } from '../tombstones.js';
import { type TakenUpload, takeOpenUpload } from '../uploads/upload-files.js';

type Request = RequestOf<typeof messages.commitUpload>;
type Reply = ReplyOf<typeof messages.commitUpload>;

@Controller()
export class CommitUploadHandler {
  private readonly logger = new Logger(CommitUploadHandler.name);

  constructor(private readonly lock: OwnerLock) {}

  @HandleMessage(messages.commitUpload)
  async execute(request: Request, context: MessageContext): Promise<Reply> {
    return this.lock.once(context, request.ownerId, async (transaction) => {
      const upload = await this.takeUpload(transaction, request);
      this.refuseCutShort(request, upload);
      return { files: await this.keep(transaction, request.ownerId, upload) };
    });
  }

  private refuseCutShort({ uploadId, storedBytes }: Request, { files }: TakenUpload): void {
    if (!storedBytes || files.every(({ size }, index) => size === storedBytes[index])) return;
    this.logger.warn(`Upload ${uploadId}: the store has taken ${storedBytes.join(', ')} bytes`);
    throw new AppError('UPLOAD_EXPIRED');
  }

  private async takeUpload(
    transaction: EntityManager,
    { ownerId, uploadId }: Request,
  ): Promise<TakenUpload> {
    const upload = await takeOpenUpload(transaction, { ownerId, uploadId });
    if (upload) return upload;
    const isForgotten = await hasTombstone(transaction, [ownerId, uploadId]);
    throw new AppError(isForgotten ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
  }

  private async keep(
    transaction: EntityManager,
    ownerId: string,
    { projectId, files: uploaded }: TakenUpload,
  ): Promise<Reply['files']> {
    const names = await chooseFreeNames(uploaded, (name, after) =>
      findFreeNumber(transaction, projectId, name, after),
    );
    const files = uploaded.map((file, index) => ({
      ...file,
      id: uuidv7(),
      ownerId,
      projectId,
      filename: names[index] ?? file.filename,
    }));
    const kept = await insertReservedFiles(transaction, ownerId, files);
    return kept.map(toStoredFile);
  }
}
