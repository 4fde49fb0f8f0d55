import { Injectable } from '@nestjs/common';
import type { projectMessages, ProjectRecord, ReplyOf, RequestOf } from '@studiolo/contracts';
import { AppError, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';

import { ProjectEntity } from '../project.entity.js';
import { PROJECT_COLUMNS } from '../project-columns.js';

type Message = typeof projectMessages.updateProject;

/** What TypeORM's query builder returns: it reads times as dates. */
interface UpdatedRow extends Omit<ProjectRecord, 'created_at' | 'updated_at'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

@Injectable()
export class UpdateProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  execute(request: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    return this.inbox.once(context, async (transaction) => {
      const row = await updateProject(transaction, request);
      if (!row) throw new AppError('PROJECT_NOT_FOUND');
      const { created_at, updated_at } = row;
      return {
        project: {
          ...row,
          created_at: created_at.toISOString(),
          updated_at: updated_at.toISOString(),
        },
      };
    });
  }
}

/** Sets the fields that are named; TypeORM leaves out the undefined ones. */
async function updateProject(
  transaction: EntityManager,
  { projectId, ownerId, changes }: RequestOf<Message>,
): Promise<UpdatedRow | undefined> {
  const result = await transaction
    .createQueryBuilder()
    .update(ProjectEntity)
    .set({ ...(changes as Partial<ProjectEntity>), updatedAt: () => 'now()' })
    .where('id = :projectId AND owner_id = :ownerId', { projectId, ownerId })
    .returning(PROJECT_COLUMNS)
    .execute();
  const [row] = result.raw as UpdatedRow[];
  return row;
}
