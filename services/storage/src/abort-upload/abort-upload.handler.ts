import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { ObjectRemover } from '../deletions/object-remover.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { OwnerLock } from '../quota/owner-lock.js';

type Message = typeof storageMessages.abortUpload;

@Controller()
export class AbortUploadHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleMessage(storageMessages.abortUpload)
  async execute(
    { userId, uploadId }: RequestOf<Message>,
    context: RedisStreamsContext,
  ): Promise<ReplyOf<Message>> {
    const reply = await this.lock.once(context, userId, async (transaction) => {
      await deleteWithObjects(transaction, UploadFile, { where: { userId, uploadId } });
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
