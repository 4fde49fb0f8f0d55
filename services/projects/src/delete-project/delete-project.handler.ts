import { Controller } from '@nestjs/common';
import { projectDeleted, projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { announce, announceChange, AppError, HandleMessage, Inbox } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { ProjectEntity } from '../project.entity.js';

type Message = typeof projectMessages.deleteProject;

@Controller()
export class DeleteProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  @HandleMessage(projectMessages.deleteProject)
  execute(
    { projectId, userId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    return this.inbox.once(context, async (manager) => {
      const { affected } = await manager.delete(ProjectEntity, { id: projectId, userId });
      if (affected !== 1) throw new AppError('PROJECT_NOT_FOUND');
      await announce(manager, projectDeleted, { userId, projectId });
      await announceChange(manager, { kind: 'project', action: 'deleted', userId, projectId });
      return {};
    });
  }
}
