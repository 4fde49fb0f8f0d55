import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFile } from '../files/files.js';
import { requestedName } from '../filenames/requested-name.js';
import { type MessageContext, OwnerTurns } from '../quota/owner-turns.js';

type Request = RequestOf<typeof storageMessages.deleteFile>;
type Reply = ReplyOf<typeof storageMessages.deleteFile>;

@Injectable()
export class DeleteFileHandler {
  constructor(
    private readonly turns: OwnerTurns,
    private readonly remover: ObjectRemover,
  ) {}

  async execute(request: Request, context: MessageContext): Promise<Reply> {
    const filename = requestedName(request.filename);
    if (filename === undefined) throw new AppError('FILE_NOT_FOUND');
    const { ownerId, projectId } = request;
    const reply = await this.turns.once(context, ownerId, async (transaction) => {
      const isDeleted = await deleteFile(transaction, { ownerId, projectId, filename });
      if (!isDeleted) throw new AppError('FILE_NOT_FOUND');
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
