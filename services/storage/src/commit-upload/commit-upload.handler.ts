import { Controller, Logger } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { chooseFreeNames } from '../filenames/free-names.js';
import { findFreeNumber } from '../files/files.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { keepUpload, type Refusal } from './keep-upload.js';

type Message = typeof storageMessages.commitUpload;

@Controller()
export class CommitUploadHandler {
  private readonly logger = new Logger(CommitUploadHandler.name);

  constructor(
    private readonly lock: OwnerLock,
    private readonly dataSource: DataSource,
  ) {}

  @HandleMessage(storageMessages.commitUpload)
  async execute(request: RequestOf<Message>, context: MessageContext): Promise<ReplyOf<Message>> {
    let names: string[] | undefined;
    // Names are chosen without the lock, so another upload may take them first. Each further turn means that another
    // upload was kept, and the deadline ends the loop.
    for (;;) {
      const work = keepUpload({ ...request, names });
      const { ownerId } = request;
      const outcome = await this.lock.onceInStatement<ReplyOf<Message>, Refusal>(
        context,
        ownerId,
        work,
      );
      if (outcome.reply) return outcome.reply;
      names = await this.chooseNames(request, outcome);
    }
  }

  /** @throws AppError when the upload has ended, or the store holds other sizes than announced */
  private chooseNames(
    { uploadId, storedBytes }: RequestOf<Message>,
    { projectId, files, isGone }: Refusal,
  ): Promise<string[]> {
    if (!projectId || !files) throw new AppError(isGone ? 'PROJECT_NOT_FOUND' : 'UPLOAD_EXPIRED');
    if (storedBytes && files.some(({ size }, index) => size !== storedBytes[index])) {
      this.logger.warn(`Upload ${uploadId}: the store has taken ${storedBytes.join(', ')} bytes`);
      throw new AppError('UPLOAD_EXPIRED');
    }
    return chooseFreeNames(files, (name, after) =>
      findFreeNumber(this.dataSource, projectId, name, after),
    );
  }
}
