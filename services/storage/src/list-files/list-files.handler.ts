import { Controller } from '@nestjs/common';
import {
  FILES_PER_REPLY_MAX,
  type ReplyOf,
  type RequestOf,
  storageMessages,
} from '@studiolo/contracts';
import { HandleMessage, readRows, rowsOf } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { FileEntity, storedFileKeys, toStoredFile } from '../entities/file.entity.js';

type Message = typeof storageMessages.listFiles;
type Position = NonNullable<RequestOf<Message>['after']>;

const listing = (name: string, filter = '') =>
  rowsOf(FileEntity, ['id', 'projectId', ...storedFileKeys], (columns) => ({
    name,
    text: `SELECT ${columns} FROM files WHERE user_id = $1 AND (created_at, id) > ($2, $3) ${filter}
            ORDER BY created_at, id LIMIT $4`,
  }));
const LIST_FILES = listing('list-files');
const LIST_FILES_OF_PROJECTS = listing('list-files-of-projects', 'AND project_id = ANY($5)');

const START: Position = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

@Controller()
export class ListFilesHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(storageMessages.listFiles)
  async execute({
    userId,
    projectIds,
    after = START,
  }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const values = [userId, after.createdAt, after.id, FILES_PER_REPLY_MAX + 1];
    const found = projectIds
      ? await readRows(this.dataSource, LIST_FILES_OF_PROJECTS, [...values, projectIds])
      : await readRows(this.dataSource, LIST_FILES, values);
    const files = found.slice(0, FILES_PER_REPLY_MAX);
    const last = found.length > files.length ? files.at(-1) : undefined;
    const projects: ReplyOf<Message>['projects'] = {};
    for (const file of files) (projects[file.projectId] ??= []).push(toStoredFile(file));
    return { projects, next: last ? { createdAt: last.created_at, id: last.id } : null };
  }
}
