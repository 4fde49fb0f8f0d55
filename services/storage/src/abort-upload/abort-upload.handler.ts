import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';

import { ObjectRemover } from '../deletions/object-remover.js';
import { type MessageContext, OwnerTurns } from '../quota/owner-turns.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { endUpload } from '../uploads/upload-files.js';

type Request = RequestOf<typeof storageMessages.abortUpload>;
type Reply = ReplyOf<typeof storageMessages.abortUpload>;

@Injectable()
export class AbortUploadHandler {
  constructor(
    private readonly turns: OwnerTurns,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ ownerId, uploadId }: Request, context: MessageContext): Promise<Reply> {
    const reply = await this.turns.once(context, ownerId, async (transaction) => {
      await endUpload(transaction, { ownerId, uploadId }, 'any');
      await removeEmptyUsage(transaction, ownerId);
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
