import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import {
  announceChange,
  AppError,
  HandleMessage,
  Inbox,
  rowsOf,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import type { EntityManager } from 'typeorm';

import { fieldKeys, ProjectEntity, recordKeys, searchTextOf } from '../project.entity.js';
import { replyOf } from '../project-reply.js';

type Message = typeof projectMessages.updateProject;

const changed = [...fieldKeys, 'search_text'];

// Fields missing from the JSON stay as they are in the row.
const UPDATE_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'update-project',
  text: `UPDATE projects SET (${changed.join(', ')}, updated_at) =
           (SELECT ${changed.map((name) => `changed.${name}`).join(', ')}, now()
              FROM jsonb_populate_record(projects, $2) AS changed)
          WHERE id = $1 RETURNING ${columns}`,
}));

@Controller()
export class UpdateProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /**
   * @throws AppError PROJECT_NOT_FOUND, for somebody else's project too; PROJECT_CHANGED, with the current project,
   * when it has none of the revisions
   */
  @HandleMessage(projectMessages.updateProject)
  execute(
    { projectId, userId, changes, revisions }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const update = async (manager: EntityManager) => {
      const id = projectId;
      const lock = { mode: 'pessimistic_write' } as const;
      const project = await manager.findOne(ProjectEntity, { where: { id, userId }, lock });
      if (!project) throw new AppError('PROJECT_NOT_FOUND');
      const current = replyOf(project);
      if (revisions && !revisions.includes(current.revision)) {
        throw new AppError('PROJECT_CHANGED', current);
      }
      Object.assign(project, changes);
      const row = { ...changes, search_text: searchTextOf(project) };
      const [updated = project] = await runStatement(manager, UPDATE_PROJECT, [id, row]);
      await announceChange(manager, { kind: 'project', action: 'updated', userId, projectId });
      return replyOf(updated);
    };
    return this.inbox.once(context, update, userId);
  }
}
