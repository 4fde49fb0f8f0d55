import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { requestedName } from '../filenames/requested-name.js';
import { deleteFile } from '../files/files.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';

type Message = typeof storageMessages.deleteFile;

@Controller()
export class DeleteFileHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleMessage(storageMessages.deleteFile)
  async execute(request: RequestOf<Message>, context: MessageContext): Promise<ReplyOf<Message>> {
    const filename = requestedName(request.filename);
    if (filename === undefined) throw new AppError('FILE_NOT_FOUND');
    const { ownerId, projectId } = request;
    const reply = await this.lock.once(context, ownerId, async (transaction) => {
      const isDeleted = await deleteFile(transaction, { ownerId, projectId, filename });
      if (!isDeleted) throw new AppError('FILE_NOT_FOUND');
      return {};
    });
    this.remover.wake();
    return reply;
  }
}
