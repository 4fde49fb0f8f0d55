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
  readQuickly,
  readRows,
  recordChange,
  rowsOf,
  SETTINGS,
} from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { FileEntity, fileRowSchema, toStoredFile } from '../entities/file.entity.js';
import {
  UploadFile,
  type UploadFileRow,
  uploadFileRowSchema,
} from '../entities/upload-file.entity.js';
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

/** Whether there are rows; `rest` is what follows FROM. */
const asksFor = (name: string, rest: string) => ({
  name,
  text: `SELECT EXISTS (SELECT FROM ${rest}) AS "isThere"`,
  row: z.object({ isThere: z.boolean() }),
});
const HAS_FILES = asksFor('has-files', 'files WHERE user_id = $1 AND project_id = $2');
const HAS_NAMES = asksFor(
  'has-names',
  'files WHERE user_id = $1 AND project_id = $2 AND filename = ANY($3)',
);
const IS_DELETED = asksFor('is-deleted', 'tombstones WHERE user_id = $1 AND id = ANY($2)');

// Not `now()`, which is when the transaction began: it may have waited for the lock since.
const TAKE_UPLOAD = rowsOf(UploadFile, uploadFileRowSchema, (columns) => ({
  name: 'take-upload',
  text: `DELETE FROM upload_files
          WHERE user_id = $1 AND upload_id = $2 AND expires_at > clock_timestamp()
         RETURNING ${columns}`,
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
    const [found] = await readQuickly(this.dataSource, HAS_FILES, [userId, projectId]);
    if (!found?.isThere) await this.bus.call(projectMessages.get, { userId, projectId });
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
    // Sent together.
    const [isGone, taken] = await Promise.all([
      isDeleted(transaction, userId, [userId, projectId]),
      takenSpace(transaction, userId),
    ]);
    if (isGone) throw new AppError('PROJECT_NOT_FOUND');
    refuseWithoutRoom(files, taken, this.settings);
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
async function isDeleted(
  transaction: EntityManager,
  userId: string,
  ids: string[],
): Promise<boolean> {
  const [found] = await readRows(transaction, IS_DELETED, [userId, ids]);
  return found?.isThere ?? false;
}

/** @throws AppError when the upload has ended */
async function takeUpload(transaction: EntityManager, { userId, uploadId }: Commit) {
  const taken = await readRows(transaction, TAKE_UPLOAD, [userId, uploadId]);
  const [first, ...others] = taken.sort((one, other) => one.position - other.position);
  if (first) return [first, ...others] as const;
  const isGone = await isDeleted(transaction, userId, [userId, uploadId]);
  throw new AppError(isGone ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
}

/**
 * Makes uploaded files visible, under names that are free.
 * @param etags of their objects
 */
async function keepFiles(
  transaction: EntityManager,
  uploaded: readonly [UploadFileRow, ...UploadFileRow[]],
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
  const values = [project.userId, project.projectId];
  const isRepeated = new Set(names).size < names.length;
  const [taken] = isRepeated ? [] : await readRows(transaction, HAS_NAMES, [...values, names]);
  if (taken?.isThere === false) return [];
  const files = await readRows(transaction, SELECT_NAMES, values);
  return files.map(({ filename }) => filename);
}
