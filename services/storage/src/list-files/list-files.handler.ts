import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';
import { runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { type FileEntity, toStoredFile } from '../files/file.entity.js';

type Request = RequestOf<typeof storageMessages.listFiles>;
type Reply = ReplyOf<typeof storageMessages.listFiles>;

const LIST_FILES = {
  name: 'list-files',
  text: `SELECT project_id AS "projectId", filename, size, content_type AS "contentType",
                created_at AS "createdAt"
           FROM files WHERE owner_id = $1 AND ($2::uuid IS NULL OR project_id = $2)
          ORDER BY created_at, id`,
};

@Injectable()
export class ListFilesHandler {
  constructor(private readonly dataSource: DataSource) {}

  async execute({ ownerId, projectId }: Request): Promise<Reply> {
    const values = [ownerId, projectId ?? null];
    const files = await runStatement<FileEntity>(this.dataSource, LIST_FILES, values);
    const projects: Reply['projects'] = {};
    for (const file of files) (projects[file.projectId] ??= []).push(toStoredFile(file));
    return { projects };
  }
}
