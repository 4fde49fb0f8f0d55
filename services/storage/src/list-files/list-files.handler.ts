import { Controller } from '@nestjs/common';
import {
  FILES_PER_REPLY_MAX,
  type ReplyOf,
  type RequestOf,
  storageMessages,
  type StoredFile,
} from '@studiolo/contracts';
import { HandleMessage, isoTimes, readRows } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

type Message = typeof storageMessages.listFiles;
type Position = NonNullable<RequestOf<Message>['after']>;

interface ListedFile extends StoredFile {
  readonly id: string;
  readonly project_id: string;
  /** `created_at` as text with microseconds. */
  readonly exactly_at: string;
}

const columns =
  'id, project_id, filename, size, content_type, created_at, created_at::text AS exactly_at';

const LIST_FILES = {
  name: 'list-files',
  text: `SELECT ${columns} FROM files
          WHERE owner_id = $1 AND (created_at, id) > ($2, $3)
          ORDER BY created_at, id LIMIT $4`,
  types: isoTimes,
};

const LIST_FILES_OF_PROJECTS = {
  name: 'list-files-of-projects',
  text: `SELECT ${columns} FROM files
          WHERE owner_id = $1 AND (created_at, id) > ($2, $3) AND project_id = ANY($5::uuid[])
          ORDER BY created_at, id LIMIT $4`,
  types: isoTimes,
};

const START: Position = { createdAt: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

@Controller()
export class ListFilesHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(storageMessages.listFiles)
  async execute({
    ownerId,
    projectIds,
    after = START,
  }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const values = [ownerId, after.createdAt, after.id, FILES_PER_REPLY_MAX + 1];
    const found = projectIds
      ? await readRows<ListedFile>(this.dataSource, LIST_FILES_OF_PROJECTS, [...values, projectIds])
      : await readRows<ListedFile>(this.dataSource, LIST_FILES, values);
    const files = found.slice(0, FILES_PER_REPLY_MAX);
    const last = found.length > files.length ? files.at(-1) : undefined;
    return {
      projects: byProject(files),
      next: last ? { createdAt: last.exactly_at, id: last.id } : null,
    };
  }
}

function byProject(files: readonly ListedFile[]): ReplyOf<Message>['projects'] {
  const projects: ReplyOf<Message>['projects'] = {};
  for (const { project_id, filename, size, content_type, created_at } of files) {
    (projects[project_id] ??= []).push({ filename, size, content_type, created_at });
  }
  return projects;
}
