import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { announceChange, AppError, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { ObjectRemover } from '../deletions/object-remover.js';
import { FileEntity } from '../entities/file.entity.js';
import { OwnerLock } from '../quota/owner-lock.js';

type Message = typeof storageMessages.deleteFile;

@Controller()
export class DeleteFileHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleMessage(storageMessages.deleteFile)
  async execute(
    { userId, projectId, filename }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const reply = await this.lock.once(context, userId, async (transaction) => {
      const where = { userId, projectId, filename };
      const deleted = await deleteWithObjects(transaction, FileEntity, { where });
      if (deleted.length === 0) throw new AppError('FILE_NOT_FOUND');
      await announceChange(transaction, { kind: 'file', action: 'deleted', userId, projectId });
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
