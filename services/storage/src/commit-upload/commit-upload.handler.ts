import { Controller, Logger } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { announceChange, AppError, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { type EntityManager, In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { inFuture } from '../database-clock.js';
import { isDeleted } from '../deletions/tombstones.js';
import { FileEntity, toStoredFile } from '../entities/file.entity.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { findFreeNumber } from '../filenames/find-free-number.js';
import { chooseFreeNames } from '../filenames/free-names.js';
import { OwnerLock } from '../quota/owner-lock.js';

type Message = typeof storageMessages.commitUpload;
type Request = RequestOf<Message>;

@Controller()
export class CommitUploadHandler {
  private readonly logger = new Logger(CommitUploadHandler.name);

  constructor(private readonly lock: OwnerLock) {}

  @HandleMessage(storageMessages.commitUpload)
  execute(request: Request, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    return this.lock.once(context, request.userId, async (transaction) => {
      const uploaded = await this.takeUpload(transaction, request);
      const files = await keepFiles(transaction, uploaded);
      const { userId, projectId } = uploaded[0];
      const change = { kind: 'file', action: 'created' } as const;
      await announceChange(transaction, { ...change, userId, projectId });
      return { files: files.map(toStoredFile) };
    });
  }

  /** @throws AppError when the upload has ended, or the store holds other sizes than announced */
  private async takeUpload(transaction: EntityManager, request: Request) {
    const { userId, uploadId, storedBytes } = request;
    const [first, ...others] = await transaction.find(UploadFile, {
      where: { userId, uploadId, expiresAt: inFuture() },
      order: { position: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (!first) {
      const isGone = await isDeleted(transaction, [userId, uploadId]);
      throw new AppError(isGone ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
    }
    const uploaded = [first, ...others] as const;
    if (uploaded.some(({ size }, index) => size !== storedBytes[index])) {
      this.logger.warn(`Upload ${uploadId}: the store has taken ${storedBytes.join(', ')} bytes`);
      throw new AppError('UPLOAD_EXPIRED');
    }
    await transaction.delete(UploadFile, { userId, uploadId });
    return uploaded;
  }
}

/** Makes uploaded files visible, under names that are free. */
async function keepFiles(
  transaction: EntityManager,
  uploaded: readonly [UploadFile, ...UploadFile[]],
): Promise<FileEntity[]> {
  const [{ projectId }] = uploaded;
  const names = uploaded.map(({ filename }) => filename);
  const namesakes = await transaction.findBy(FileEntity, { projectId, filename: In(names) });
  const taken = new Set(namesakes.map(({ filename }) => filename));
  const free = await chooseFreeNames(names, taken, (name, after) =>
    findFreeNumber(transaction, projectId, name, after),
  );
  const files = uploaded.map(({ contentType, ...upload }, index) => {
    const { userId, objectKey, size } = upload;
    const filename = free[index] ?? upload.filename;
    const file = { id: uuidv7(), userId, projectId, objectKey, filename, size };
    return transaction.create(FileEntity, { ...file, content_type: contentType });
  });
  await transaction.insert(FileEntity, files);
  return files;
}
