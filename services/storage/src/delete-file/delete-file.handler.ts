import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError, Inbox } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFile } from '../files/files.js';
import { requestedName } from '../filenames/requested-name.js';
import type { MessageContext } from '../message-context.js';
import { lockUsage } from '../quota/usage.js';

type Request = RequestOf<typeof storageMessages.deleteFile>;
type Reply = ReplyOf<typeof storageMessages.deleteFile>;

@Injectable()
export class DeleteFileHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly remover: ObjectRemover,
  ) {}

  async execute(request: Request, context: MessageContext): Promise<Reply> {
    const filename = requestedName(request.filename);
    if (filename === undefined) throw new AppError('FILE_NOT_FOUND');
    const { ownerId, projectId } = request;
    const reply = await this.inbox.once(context, async (transaction) => {
      await lockUsage(transaction, ownerId);
      const isDeleted = await deleteFile(transaction, { ownerId, projectId, filename });
      if (!isDeleted) throw new AppError('FILE_NOT_FOUND');
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
