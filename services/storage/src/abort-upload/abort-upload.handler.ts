import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';
import { Inbox } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import type { MessageContext } from '../message-context.js';
import { lockUsage, removeEmptyUsage } from '../quota/usage.js';
import { endUpload } from '../uploads/upload-files.js';

type Request = RequestOf<typeof storageMessages.abortUpload>;
type Reply = ReplyOf<typeof storageMessages.abortUpload>;

@Injectable()
export class AbortUploadHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ ownerId, uploadId }: Request, context: MessageContext): Promise<Reply> {
    const reply = await this.inbox.once(context, async (transaction) => {
      await lockUsage(transaction, ownerId);
      await endUpload(transaction, { ownerId, uploadId }, 'any');
      await removeEmptyUsage(transaction, ownerId);
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
