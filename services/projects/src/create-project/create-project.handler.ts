import { Controller } from '@nestjs/common';
import {
  projectMessages,
  type ProjectRecord,
  type ReplyOf,
  type RequestOf,
} from '@studiolo/contracts';
import {
  AppError,
  columnNames,
  HandleMessage,
  Inbox,
  insertingOnce,
  rowsOf,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { ProjectEntity, recordKeys, searchTextOf } from '../project.entity.js';
import { replyOf } from '../project-reply.js';

type Message = typeof projectMessages.createProject;

const SET_BY_POSTGRESQL = ['created_at', 'updated_at'];
const given = [...columnNames(ProjectEntity).values()].filter(
  (name) => !SET_BY_POSTGRESQL.includes(name),
);

// The lock on the owner's row makes an account's deletion wait for this transaction, and this statement wait for a
// deletion already in progress; it then sees the row as the deletion left it.
const INSERT_PROJECT = insertingOnce(
  rowsOf(ProjectEntity, recordKeys, (columns) => ({
    name: 'insert-project',
    text: `INSERT INTO projects (${given.join(', ')})
         SELECT ${given.map((name) => `given.${name}`).join(', ')}
           FROM owners, jsonb_populate_record(NULL::projects, $1) AS given
          WHERE owners.id = given.user_id AND owners.deleted_at IS NULL FOR SHARE OF owners
         RETURNING ${columns}`,
  })),
);

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING',
};

@Controller()
export class CreateProjectHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
  ) {}

  /**
   * @throws AppError UNAUTHENTICATED when the owner's account has been deleted; IDEMPOTENCY_KEY_REUSED when the key was
   * used with other fields
   */
  @HandleMessage(projectMessages.createProject)
  async execute(
    { userId, fields }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const id = uuidv7();
    const row = { ...fields, id, user_id: userId, search_text: searchTextOf(fields) };
    const change = { kind: 'project', action: 'created', userId, projectId: id } as const;
    const insert = () => this.inbox.insertOnce(context, INSERT_PROJECT, row, change);
    const project = (await insert()) ?? (await this.withNewOwner(userId, insert));
    if (!project) throw new AppError('UNAUTHENTICATED');
    return replyOf(withIsoTimes(project));
  }

  /** An owner's row is created with their first project. */
  private async withNewOwner<Row>(userId: string, insert: () => Promise<Row>): Promise<Row> {
    await runStatement(this.dataSource, INSERT_OWNER, [userId]);
    return insert();
  }
}

/** PostgreSQL writes a time in JSON with an offset, and without zeros at its end. */
function withIsoTimes(project: ProjectRecord): ProjectRecord {
  return {
    ...project,
    created_at: new Date(project.created_at).toISOString(),
    updated_at: new Date(project.updated_at).toISOString(),
  };
}
