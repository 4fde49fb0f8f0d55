import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import {
  AppError,
  HandleMessage,
  Inbox,
  insertingOnce,
  insertingRow,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { ProjectEntity, searchTextOf } from '../project.entity.js';
import { replyOf } from '../project-reply.js';

type Message = typeof projectMessages.createProject;

// The lock on the owner's row makes an account's deletion wait for this statement, and this statement wait for a
// deletion already in progress; it then sees the row as the deletion left it.
const INSERT_PROJECT = insertingOnce({
  name: 'insert-project',
  text: `${insertingRow(ProjectEntity, '$1')}
           JOIN owners ON owners.id = given.user_id AND owners.deleted_at IS NULL FOR SHARE OF owners
         RETURNING 1`,
});

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
    const now = new Date().toISOString();
    const project = { ...fields, id: uuidv7(), created_at: now, updated_at: now };
    const row = { ...project, user_id: userId, search_text: searchTextOf(fields) };
    const change = { kind: 'project', action: 'created', userId, projectId: project.id } as const;
    const reply = replyOf(project);
    const insert = () => this.inbox.insertOnce(context, INSERT_PROJECT, { row, change, reply });
    let created = await insert();
    if (!created) {
      // An owner's row is created with their first project.
      await runStatement(this.dataSource, INSERT_OWNER, [userId]);
      created = await insert();
    }
    if (!created) throw new AppError('UNAUTHENTICATED');
    return created;
  }
}
