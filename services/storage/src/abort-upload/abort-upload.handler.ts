import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { endUpload } from '../uploads/upload-files.js';

type Message = typeof storageMessages.abortUpload;

@Controller()
export class AbortUploadHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleMessage(storageMessages.abortUpload)
  async execute(
    { ownerId, uploadId }: RequestOf<Message>,
    context: MessageContext,
  ): Promise<ReplyOf<Message>> {
    const reply = await this.lock.once(context, ownerId, async (transaction) => {
      await endUpload(transaction, { ownerId, uploadId }, 'any');
      await removeEmptyUsage(transaction, ownerId);
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
