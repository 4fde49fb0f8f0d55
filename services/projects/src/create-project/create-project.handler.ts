import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import {
  announceChange,
  AppError,
  columnNames,
  HandleMessage,
  Inbox,
  isoTimes,
  rowsOf,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';
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
const INSERT_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'insert-project',
  text: `INSERT INTO projects (${given.join(', ')})
         SELECT ${given.map((name) => `given.${name}`).join(', ')}
           FROM owners, jsonb_populate_record(NULL::projects, $1) AS given
          WHERE owners.id = given.user_id AND owners.deleted_at IS NULL FOR SHARE OF owners
         RETURNING ${columns}`,
  types: isoTimes,
}));

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING',
};

@Controller()
export class CreateProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /**
   * @throws AppError UNAUTHENTICATED when the owner's account has been deleted; IDEMPOTENCY_KEY_REUSED when the key was
   * used with other fields
   */
  @HandleMessage(projectMessages.createProject)
  execute(
    { userId, fields }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const create = async (manager: EntityManager) => {
      const row = { ...fields, id: uuidv7(), user_id: userId, search_text: searchTextOf(fields) };
      let [project] = await runStatement(manager, INSERT_PROJECT, [row]);
      if (!project) {
        // An owner's row is created with their first project.
        await runStatement(manager, INSERT_OWNER, [userId]);
        [project] = await runStatement(manager, INSERT_PROJECT, [row]);
      }
      if (!project) throw new AppError('UNAUTHENTICATED');
      const change = { kind: 'project', action: 'created' } as const;
      await announceChange(manager, { ...change, userId, projectId: project.id });
      return replyOf(project);
    };
    return this.inbox.once(context, create, userId);
  }
}
