import { Controller, Inject } from '@nestjs/common';
import {
  FILES_PER_REPLY_MAX,
  type ReplyOf,
  type RequestOf,
  storageMessages,
  toMegabytes,
  USAGE_PROJECTS_MAX,
} from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import {
  readQuickly,
  readRows,
  recordChange,
  rowsOf,
  SETTINGS,
} from '@studiolo/service-kit/database';
import { DataSource } from 'typeorm';
import { z } from 'zod';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { FileEntity, fileRowSchema, toStoredFile } from '../entities/file.entity.js';
import { ObjectStore } from '../object-store/object-store.js';
import { OwnerLock } from '../quota/owner-lock.js';
import type { StorageSettings } from '../storage.settings.js';

type Messages = typeof storageMessages;
type Position = NonNullable<RequestOf<Messages['listFiles']>['after']>;

const listedSchema = fileRowSchema.extend({ id: z.uuid(), projectId: z.uuid() });

const listing = (name: string, filter = '') =>
  rowsOf(FileEntity, listedSchema, (columns) => ({
    name,
    text: `SELECT ${columns} FROM files WHERE user_id = $1 AND (created_at, id) > ($2, $3) ${filter}
            ORDER BY created_at, id LIMIT $4`,
  }));
const LIST_FILES = listing('list-files');
const LIST_FILES_OF_PROJECTS = listing('list-files-of-projects', 'AND project_id = ANY($5)');

const downloadedSchema = fileRowSchema.extend({
  id: z.uuid(),
  objectKey: z.uuid(),
  objectEtag: z.string().nullable(),
});

const SELECT_FILE = rowsOf(FileEntity, downloadedSchema, (columns) => ({
  name: 'select-file',
  text: `SELECT ${columns} FROM files WHERE user_id = $1 AND project_id = $2 AND filename = $3`,
}));

const START: Position = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

const SUM_FILES_BY_PROJECT = {
  name: 'sum-files-by-project',
  text: `SELECT project_id, count(*) AS file_count, sum(size)::bigint AS total_size,
                (sum(count(*)) OVER ())::bigint AS all_files,
                (sum(sum(size)) OVER ())::bigint AS all_bytes
           FROM files WHERE user_id = $1
          GROUP BY project_id ORDER BY sum(size) DESC, project_id LIMIT $2`,
  /** One project, with the totals of all projects. */
  row: z.object({
    project_id: z.uuid(),
    file_count: z.int(),
    total_size: z.int(),
    all_files: z.int(),
    all_bytes: z.int(),
  }),
};

/** The gateway uses the URL at once; the limit applies to the start of a transfer, not to its duration. */
const DOWNLOAD_URL_TTL_MS = 60_000;

@Controller()
export class FileHandlers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    @Inject(SETTINGS) private readonly settings: StorageSettings,
    private readonly lock: OwnerLock,
  ) {}

  @HandleMessage(storageMessages.listFiles)
  async list({ userId, projectIds, after = START }: RequestOf<Messages['listFiles']>) {
    const values = [userId, after.createdAt, after.id, FILES_PER_REPLY_MAX + 1];
    const found = projectIds
      ? await readQuickly(this.dataSource, LIST_FILES_OF_PROJECTS, [...values, projectIds])
      : await readQuickly(this.dataSource, LIST_FILES, values);
    const files = found.slice(0, FILES_PER_REPLY_MAX);
    const last = found.length > files.length ? files.at(-1) : undefined;
    const projects: ReplyOf<Messages['listFiles']>['projects'] = {};
    for (const file of files) (projects[file.projectId] ??= []).push(toStoredFile(file));
    return { projects, next: last ? { createdAt: last.createdAt, id: last.id } : null };
  }

  /** Counts the files themselves, so that the sums always agree with the lists. */
  @HandleMessage(storageMessages.getUsage)
  async getUsage({ userId }: RequestOf<Messages['getUsage']>) {
    const values = [userId, USAGE_PROJECTS_MAX];
    const projects = await readRows(this.dataSource, SUM_FILES_BY_PROJECT, values);
    const { all_bytes: bytes, all_files: files } = projects[0] ?? { all_bytes: 0, all_files: 0 };
    return {
      ...(await this.getLimits()),
      total_storage_bytes: bytes,
      total_storage_mb: toMegabytes(bytes),
      total_files: files,
      projects,
    };
  }

  @HandleMessage(storageMessages.getLimits)
  getLimits() {
    const { STORAGE_QUOTA_BYTES, MAX_FILE_BYTES } = this.settings;
    return Promise.resolve({ quota_bytes: STORAGE_QUOTA_BYTES, max_file_bytes: MAX_FILE_BYTES });
  }

  @HandleMessage(storageMessages.openDownload)
  async openDownload(request: RequestOf<Messages['openDownload']>) {
    const { userId, projectId, filename, acceptsDamage } = request;
    const [file] = await readRows(this.dataSource, SELECT_FILE, [userId, projectId, filename]);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    const isUseful = file.damage === null || (acceptsDamage && file.damage !== 'missing');
    if (!isUseful) throw new AppError('FILE_DAMAGED');
    const url = await this.objects.presignGet(file.objectKey, DOWNLOAD_URL_TTL_MS);
    const { objectEtag, sha256, id } = file;
    return { url, file: toStoredFile(file), etag: `"${sha256 ?? id}"`, objectEtag };
  }

  @HandleMessage(storageMessages.deleteFile)
  delete({ userId, projectId, filename }: RequestOf<Messages['deleteFile']>) {
    return this.lock.once(userId, async (transaction) => {
      const where = { userId, projectId, filename };
      const deleted = await deleteWithObjects(transaction, FileEntity, { where });
      if (deleted.length === 0) throw new AppError('FILE_NOT_FOUND');
      await recordChange(transaction, { kind: 'file', action: 'deleted', userId, projectId });
      return {};
    });
  }
}
