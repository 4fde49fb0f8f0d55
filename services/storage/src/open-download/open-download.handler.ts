import { Controller } from '@nestjs/common';
import { type ReplyOf, type RequestOf, storageMessages } from '@studiolo/contracts';
import { AppError, HandleMessage } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { FileEntity, toStoredFile } from '../entities/file.entity.js';
import { ObjectStore } from '../object-store/object-store.js';

type Message = typeof storageMessages.openDownload;

/** The gateway uses the URL at once; the limit applies to the start of a transfer, not to its duration. */
const URL_TTL_MS = 60_000;

@Controller()
export class OpenDownloadHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
  ) {}

  @HandleMessage(storageMessages.openDownload)
  async execute(request: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const file = await this.dataSource.manager.findOneBy(FileEntity, request);
    if (!file) throw new AppError('FILE_NOT_FOUND');
    const url = await this.objects.presignGet(file.objectKey, URL_TTL_MS);
    return { url, file: toStoredFile(file), etag: `"${file.id}"` };
  }
}
