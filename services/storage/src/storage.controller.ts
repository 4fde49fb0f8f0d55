import { Controller, Inject } from '@nestjs/common';
import {
  type PayloadOf,
  projectDeleted,
  type ReplyOf,
  type RequestOf,
  storageMessages as messages,
  userDeleted,
} from '@studiolo/contracts';
import { HandleEvent, HandleMessage } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';

import { AbortUploadHandler } from './abort-upload/abort-upload.handler.js';
import { BeginUploadHandler } from './begin-upload/begin-upload.handler.js';
import { CommitUploadHandler } from './commit-upload/commit-upload.handler.js';
import { DeleteFileHandler } from './delete-file/delete-file.handler.js';
import { GetUsageHandler } from './get-usage/get-usage.handler.js';
import { ListFilesHandler } from './list-files/list-files.handler.js';
import { OpenDownloadHandler } from './open-download/open-download.handler.js';
import { RemoveOwnerHandler } from './remove-owner/remove-owner.handler.js';
import { RemoveProjectHandler } from './remove-project/remove-project.handler.js';

type Request<Name extends keyof typeof messages> = RequestOf<(typeof messages)[Name]>;
type Reply<Name extends keyof typeof messages> = Promise<ReplyOf<(typeof messages)[Name]>>;

/** What the service answers and listens to, and which use case does the work. */
@Controller()
export class StorageController {
  @Inject() private readonly beginUploadHandler: BeginUploadHandler;
  @Inject() private readonly commitUploadHandler: CommitUploadHandler;
  @Inject() private readonly abortUploadHandler: AbortUploadHandler;
  @Inject() private readonly openDownloadHandler: OpenDownloadHandler;
  @Inject() private readonly deleteFileHandler: DeleteFileHandler;
  @Inject() private readonly listFilesHandler: ListFilesHandler;
  @Inject() private readonly getUsageHandler: GetUsageHandler;
  @Inject() private readonly removeProjectHandler: RemoveProjectHandler;
  @Inject() private readonly removeOwnerHandler: RemoveOwnerHandler;

  @HandleMessage(messages.beginUpload)
  beginUpload(request: Request<'beginUpload'>, context: RedisStreamsContext): Reply<'beginUpload'> {
    return this.beginUploadHandler.execute(request, context);
  }

  @HandleMessage(messages.commitUpload)
  commitUpload(
    request: Request<'commitUpload'>,
    context: RedisStreamsContext,
  ): Reply<'commitUpload'> {
    return this.commitUploadHandler.execute(request, context);
  }

  @HandleMessage(messages.abortUpload)
  abortUpload(request: Request<'abortUpload'>, context: RedisStreamsContext): Reply<'abortUpload'> {
    return this.abortUploadHandler.execute(request, context);
  }

  @HandleMessage(messages.openDownload)
  openDownload(request: Request<'openDownload'>): Reply<'openDownload'> {
    return this.openDownloadHandler.execute(request);
  }

  @HandleMessage(messages.deleteFile)
  deleteFile(request: Request<'deleteFile'>, context: RedisStreamsContext): Reply<'deleteFile'> {
    return this.deleteFileHandler.execute(request, context);
  }

  @HandleMessage(messages.listFiles)
  listFiles(request: Request<'listFiles'>): Reply<'listFiles'> {
    return this.listFilesHandler.execute(request);
  }

  @HandleMessage(messages.getUsage)
  getUsage(request: Request<'getUsage'>): Reply<'getUsage'> {
    return this.getUsageHandler.execute(request);
  }

  @HandleEvent(projectDeleted)
  removeProject(
    event: PayloadOf<typeof projectDeleted>,
    context: RedisStreamsContext,
  ): Promise<void> {
    return this.removeProjectHandler.execute(event, context);
  }

  @HandleEvent(userDeleted)
  removeOwner(event: PayloadOf<typeof userDeleted>, context: RedisStreamsContext): Promise<void> {
    return this.removeOwnerHandler.execute(event, context);
  }
}
