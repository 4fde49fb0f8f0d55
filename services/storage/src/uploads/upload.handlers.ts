import { randomUUID } from 'node:crypto';

import { Controller, Inject } from '@nestjs/common';
import {
  projectMessages,
  type ReplyOf,
  type RequestOf,
  storageMessages,
  UPLOAD_TTL_MS,
} from '@studiolo/contracts';
import { AppError, HandleMessage, MessageBus } from '@studiolo/service-kit';
import {
  afterMs,
  Inbox,
  inFuture,
  readRows,
  recordChange,
  rowsOf,
  SETTINGS,
} from '@studiolo/service-kit/database';
import { DataSource, type EntityManager, In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { FileEntity, fileRowSchema, toStoredFile } from '../entities/file.entity.js';
import { Tombstone } from '../entities/tombstone.entity.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { freeNames } from '../filenames/free-names.js';
import { ObjectStore } from '../object-store/object-store.js';
import { OwnerLock } from '../quota/owner-lock.js';
import { refuseWithoutRoom, takenSpace } from '../quota/space.js';
import type { StorageSettings } from '../storage.settings.js';

type Messages = typeof storageMessages;
type Begin = RequestOf<Messages['beginUpload']>;
type Commit = RequestOf<Messages['commitUpload']>;

// Not by the manager: it would make an entity of each of a project's thousands of files.
const SELECT_NAMES = rowsOf(FileEntity, fileRowSchema.pick({ filename: true }), (columns) => ({
  name: 'select-names',
  text: `SELECT ${columns} FROM files WHERE user_id = $1 AND project_id = $2`,
}));

/** Reserves space for an upload, and makes its files visible or releases the space at its end. */
@Controller()
export class UploadHandlers {
  constructor(
    private readonly bus: MessageBus,
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
    private readonly lock: OwnerLock,
    private readonly objects: ObjectStore,
    @Inject(SETTINGS) private readonly settings: StorageSettings,
  ) {}

  @HandleMessage(storageMessages.beginUpload)
  async begin(request: Begin): Promise<ReplyOf<Messages['beginUpload']>> {
    const { idempotency, userId, projectId, files } = request;
    const committed =
      idempotency && (await this.inbox.findReply<ReplyOf<Messages['commitUpload']>>(idempotency));
    if (committed) return committed;
    const max = this.settings.MAX_FILE_BYTES;
    for (const { filename, size } of files) {
      if (size > max) throw new AppError('FILE_TOO_LARGE', { filename, size, max });
    }
    // Any file of a project tells whose it is (docs/adr/0013); without files, the projects service does.
    const isOwners = await this.dataSource.manager.existsBy(FileEntity, { userId, projectId });
    if (!isOwners) await this.bus.call(projectMessages.get, { userId, projectId });
    const { uploadId, objectKeys } = await this.lock.once(userId, (transaction) =>
      this.reserve(transaction, request),
    );
    const puts = await Promise.all(
      files.map((file, at) => this.objects.presignPut(objectKeys[at] ?? '', file, UPLOAD_TTL_MS)),
    );
    return { uploadId, puts };
  }

  /** Returns keys and no URLs: the inbox stores the result, and a URL would grant write access. */
  private async reserve(transaction: EntityManager, { userId, projectId, files }: Begin) {
    if (await isDeleted(transaction, userId, [userId, projectId]))
      throw new AppError('PROJECT_NOT_FOUND');
    refuseWithoutRoom(files, await takenSpace(transaction, userId), this.settings);
    const uploadId = uuidv7();
    const expiresAt = afterMs(UPLOAD_TTL_MS);
    // Random to the first digit, by which the sweep of orphans is divided.
    const objectKeys = files.map(() => randomUUID());
    const rows = objectKeys.map((objectKey, position) => {
      return { ...files[position], objectKey, position, uploadId, userId, projectId, expiresAt };
    });
    await transaction.insert(UploadFile, rows);
    return { uploadId, objectKeys };
  }

  @HandleMessage(storageMessages.commitUpload)
  commit(request: Commit) {
    return this.lock.once(request.userId, async (transaction) => {
      const uploaded = await takeUpload(transaction, request);
      const files = await keepFiles(transaction, uploaded, request.etags);
      const { userId, projectId } = uploaded[0];
      await recordChange(transaction, { kind: 'file', action: 'created', userId, projectId });
      return {
        files: files.map((file) => toStoredFile(fileRowSchema.parse(file))),
        uploadId: request.uploadId,
      };
    });
  }

  @HandleMessage(storageMessages.abortUpload)
  abort({ userId, uploadId }: RequestOf<Messages['abortUpload']>) {
    return this.lock.once(userId, async (transaction) => {
      await deleteWithObjects(transaction, UploadFile, { where: { userId, uploadId } });
      return {};
    });
  }
}

/** Whether the owner, or one of the owner's projects and uploads, was deleted. */
function isDeleted(transaction: EntityManager, userId: string, ids: string[]): Promise<boolean> {
  return transaction.existsBy(Tombstone, { userId, id: In(ids) });
}

/** @throws AppError when the upload has ended */
async function takeUpload(transaction: EntityManager, { userId, uploadId }: Commit) {
  const [first, ...others] = await transaction.find(UploadFile, {
    where: { userId, uploadId, expiresAt: inFuture() },
    order: { position: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  if (!first) {
    const isGone = await isDeleted(transaction, userId, [userId, uploadId]);
    throw new AppError(isGone ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
  }
  await transaction.delete(UploadFile, { userId, uploadId });
  return [first, ...others] as const;
}

/**
 * Makes uploaded files visible, under names that are free.
 * @param etags of their objects
 */
async function keepFiles(
  transaction: EntityManager,
  uploaded: readonly [UploadFile, ...UploadFile[]],
  etags: readonly string[],
): Promise<FileEntity[]> {
  const [{ userId, projectId }] = uploaded;
  const names = uploaded.map(({ filename }) => filename);
  const free = freeNames(names, await takenNames(transaction, { userId, projectId }, names));
  const files = uploaded.map(({ contentType, ...upload }, index) => {
    const { objectKey, size, sha256 } = upload;
    const filename = free[index] ?? upload.filename;
    const objectEtag = etags[index] ?? null;
    const bytes = { objectKey, objectEtag, size, sha256, damage: null };
    const file = { id: uuidv7(), userId, projectId, filename, ...bytes };
    return transaction.create(FileEntity, { ...file, contentType });
  });
  await transaction.insert(FileEntity, files);
  return files;
}

/** All names in the project if one is needed again, else none. */
async function takenNames(
  transaction: EntityManager,
  project: Pick<FileEntity, 'userId' | 'projectId'>,
  names: readonly string[],
): Promise<string[]> {
  const isRepeated = new Set(names).size < names.length;
  const isTaken = () => transaction.existsBy(FileEntity, { ...project, filename: In(names) });
  if (!isRepeated && !(await isTaken())) return [];
  const files = await readRows(transaction, SELECT_NAMES, [project.userId, project.projectId]);
  return files.map(({ filename }) => filename);
}
