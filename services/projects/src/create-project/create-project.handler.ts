import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox, noting, runStatement } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { PROJECT_REPLY_JSON } from '../project-columns.js';

type Message = typeof projectMessages.createProject;

// The lock on the owner's row makes an account's deletion wait for this statement, and this statement wait for a
// deletion already in progress; it then sees the row as the deletion left it.
const INSERT_PROJECT = noting(
  {
    name: 'insert-project',
    text: `INSERT INTO projects (id, owner_id, title, client, contact, status, description)
         SELECT $3::uuid, owners.id, $5, $6, $7, $8, $9
           FROM owners WHERE owners.id = $4 AND deleted_at IS NULL FOR SHARE
         RETURNING ${PROJECT_REPLY_JSON} AS reply, id AS project_id, owner_id`,
  },
  { kind: 'project', action: 'created' },
);

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
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
    request: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const reply =
      (await this.insertProject(request, context)) ??
      (await this.insertFirstProject(request, context));
    if (!reply) throw new AppError('UNAUTHENTICATED');
    return reply;
  }

  private insertProject(
    { ownerId, fields }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message> | undefined> {
    const { title, client, contact, status, description } = fields;
    const values = [uuidv7(), ownerId, title, client, contact, status, description];
    return this.inbox.onceInStatement<ReplyOf<Message>>(context, INSERT_PROJECT, values);
  }

  /** An owner's row is created with their first project. */
  private async insertFirstProject(
    request: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message> | undefined> {
    await runStatement(this.dataSource, INSERT_OWNER, [request.ownerId]);
    return this.insertProject(request, context);
  }
}
