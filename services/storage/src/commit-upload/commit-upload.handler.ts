import { Controller, Logger } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages as messages } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { chooseFreeNames } from '../filenames/free-names.js';
import { toStoredFile } from '../files/file.entity.js';
import { findFreeNumber, insertReservedFiles } from '../files/files.js';
import { ObjectStore } from '../object-store/object-store.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { hasTombstone } from '../tombstones.js';
import { findUploadObjects, takeOpenUpload, type TakenUpload } from '../uploads/upload-files.js';

type Request = RequestOf<typeof messages.commitUpload>;
type Reply = ReplyOf<typeof messages.commitUpload>;

@Controller()
export class CommitUploadHandler {
  private readonly logger = new Logger(CommitUploadHandler.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly lock: OwnerLock,
    private readonly objects: ObjectStore,
  ) {}

  @HandleMessage(messages.commitUpload)
  async execute(request: Request, context: MessageContext): Promise<Reply> {
    const hasArrived = await this.hasArrived(request);
    return this.lock.once(context, request.ownerId, async (transaction) => {
      const upload = await this.takeUpload(transaction, request);
      if (!hasArrived) throw new AppError('UPLOAD_EXPIRED');
      return { files: await this.keep(transaction, request.ownerId, upload) };
    });
  }

  /**
   * Whether every object is in the store with the size that was reserved for it. An upload that is
   * no longer there says true: what became of it is told by the transaction that follows.
   */
  private async hasArrived({ ownerId, uploadId }: Request): Promise<boolean> {
    const files = await findUploadObjects(this.dataSource, { ownerId, uploadId });
    const sizes = await Promise.all(files.map((file) => this.objects.sizeOf(file.objectKey)));
    const missing = files.filter((file, index) => sizes[index] !== file.size);
    if (missing.length === 0) return true;
    this.logger.warn(`Upload ${uploadId}: ${missing.length} objects are missing or cut short`);
    return false;
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
