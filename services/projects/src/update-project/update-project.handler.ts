import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, Inbox, noting } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource } from 'typeorm';

import { PROJECT_REPLY_JSON, REVISION } from '../project-columns.js';
import { readProject } from '../read-project.js';

type Message = typeof projectMessages.updateProject;

// Fields missing from the JSON stay as they are in the row. An update that waited for another one of the row checks the
// revision again.
const UPDATE_PROJECT = noting(
  {
    name: 'update-project',
    text: `UPDATE projects SET (title, client, contact, status, description, updated_at) =
           (SELECT named.title, named.client, named.contact, named.status, named.description, now()
              FROM jsonb_populate_record(projects, $5::jsonb) AS named)
          WHERE id = $3 AND owner_id = $4 AND ($6::text[] IS NULL OR ${REVISION} = ANY($6))
         RETURNING ${PROJECT_REPLY_JSON} AS reply, id AS project_id, owner_id`,
  },
  { kind: 'project', action: 'updated' },
);

@Controller()
export class UpdateProjectHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
  ) {}

  /**
   * @throws AppError PROJECT_NOT_FOUND, for somebody else's project too; PROJECT_CHANGED, with the current project,
   * when it has none of the revisions
   */
  @HandleMessage(projectMessages.updateProject)
  async execute(
    { projectId, ownerId, changes, revisions }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const values = [projectId, ownerId, JSON.stringify(changes), revisions ?? null];
    const reply = await this.inbox.onceInStatement<ReplyOf<Message>>(
      context,
      UPDATE_PROJECT,
      values,
    );
    if (reply) return reply;
    throw new AppError('PROJECT_CHANGED', await readProject(this.dataSource, projectId, ownerId));
  }
}
