import { Controller } from '@nestjs/common';
import { type RequestOf, storageMessages } from '@studiolo/contracts';
import {
  announceChange,
  AppError,
  HandleMessage,
  inFuture,
  rowsOf,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { type EntityManager, In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { ObjectRemover } from '../deletions/object-remover.js';
import { isDeleted } from '../deletions/tombstones.js';
import { FileEntity, toStoredFile } from '../entities/file.entity.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { freeNames } from '../filenames/free-names.js';
import { OwnerLock } from '../quota/owner-lock.js';

type Commit = RequestOf<typeof storageMessages.commitUpload>;

// Not by the manager: it would make an entity of each of a project's thousands of files.
const SELECT_NAMES = rowsOf(FileEntity, ['filename'], (columns) => ({
  name: 'select-names',
  text: `SELECT ${columns} FROM files WHERE project_id = $1`,
}));

@Controller()
export class EndUploadHandlers {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleMessage(storageMessages.commitUpload)
  commit(request: Commit, context: RedisStreamsContext) {
    return this.lock.once(context, request.userId, async (transaction) => {
      const uploaded = await takeUpload(transaction, request);
      const files = await keepFiles(transaction, uploaded);
      const { userId, projectId } = uploaded[0];
      await announceChange(transaction, { kind: 'file', action: 'created', userId, projectId });
      return { files: files.map(toStoredFile) };
    });
  }

  @HandleMessage(storageMessages.abortUpload)
  async abort(
    { userId, uploadId }: RequestOf<typeof storageMessages.abortUpload>,
    context: RedisStreamsContext,
  ) {
    const reply = await this.lock.once(context, userId, async (transaction) => {
      await deleteWithObjects(transaction, UploadFile, { where: { userId, uploadId } });
      return {};
    });
    this.remover.wake();
    return reply;
  }
}

/** @throws AppError when the upload has ended */
async function takeUpload(transaction: EntityManager, { userId, uploadId }: Commit) {
  const [first, ...others] = await transaction.find(UploadFile, {
    where: { userId, uploadId, expiresAt: inFuture() },
    order: { position: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (!first) {
    const isGone = await isDeleted(transaction, [userId, uploadId]);
    throw new AppError(isGone ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
  }
  await transaction.delete(UploadFile, { userId, uploadId });
  return [first, ...others] as const;
}

/** Makes uploaded files visible, under names that are free. */
async function keepFiles(
  transaction: EntityManager,
  uploaded: readonly [UploadFile, ...UploadFile[]],
): Promise<FileEntity[]> {
  const [{ projectId }] = uploaded;
  const names = uploaded.map(({ filename }) => filename);
  const free = freeNames(names, await takenNames(transaction, projectId, names));
  const files = uploaded.map(({ contentType, ...upload }, index) => {
    const { userId, objectKey, size } = upload;
    const filename = free[index] ?? upload.filename;
    const file = { id: uuidv7(), userId, projectId, objectKey, filename, size };
    return transaction.create(FileEntity, { ...file, content_type: contentType });
  });
  await transaction.insert(FileEntity, files);
  return files;
}

/** All names in the project if one is needed again, else none. */
async function takenNames(
  transaction: EntityManager,
  projectId: string,
  names: readonly string[],
): Promise<string[]> {
  const isRepeated = new Set(names).size < names.length;
  const isTaken = () => transaction.existsBy(FileEntity, { projectId, filename: In(names) });
  if (!isRepeated && !(await isTaken())) return [];
  const files = await runStatement(transaction, SELECT_NAMES, [projectId]);
  return files.map(({ filename }) => filename);
}
