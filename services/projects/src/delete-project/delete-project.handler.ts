import { Controller } from '@nestjs/common';
import { projectDeleted, projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import {
  announce,
  announceChange,
  AppError,
  HandleMessage,
  Inbox,
  runStatement,
} from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

type Message = typeof projectMessages.deleteProject;

const DELETE_PROJECT = {
  name: 'delete-project',
  text: 'DELETE FROM projects WHERE id = $1 AND owner_id = $2 RETURNING id',
};

@Controller()
export class DeleteProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  @HandleMessage(projectMessages.deleteProject)
  execute(
    { projectId, ownerId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    return this.inbox.once(context, async (transaction) => {
      const deleted = await runStatement(transaction, DELETE_PROJECT, [projectId, ownerId]);
      if (deleted.length === 0) throw new AppError('PROJECT_NOT_FOUND');
      await announce(transaction, projectDeleted, { ownerId, projectId });
      const change = { kind: 'project', action: 'deleted' } as const;
      await announceChange(transaction, { ...change, ownerId, projectId });
      return {};
    });
  }
}
