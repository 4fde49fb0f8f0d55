import { Controller } from '@nestjs/common';
import {
  projectMessages,
  type ReplyOf,
  type RequestOf,
  storageMessages,
  UPLOAD_TTL_MS,
} from '@studiolo/contracts';
import { afterMs, AppError, HandleMessage, Inbox, MessageBus } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { isDeleted } from '../deletions/tombstones.js';
import { FileEntity } from '../entities/file.entity.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { ObjectStore } from '../object-store/object-store.js';
import { OwnerLock } from '../quota/owner-lock.js';
import { refuseWithoutRoom, takenSpace } from '../quota/space.js';
import { StoragePolicy } from '../storage-policy.js';

type Message = typeof storageMessages.beginUpload;
type Request = RequestOf<Message>;
type Committed = ReplyOf<typeof storageMessages.commitUpload>;

@Controller()
export class BeginUploadHandler {
  constructor(
    private readonly bus: MessageBus,
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
    private readonly lock: OwnerLock,
    private readonly objects: ObjectStore,
    private readonly policy: StoragePolicy,
  ) {}

  @HandleMessage(storageMessages.beginUpload)
  async execute(request: Request, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    const { commitAs } = request;
    const committed = commitAs && (await this.inbox.findReply<Committed>(commitAs));
    if (committed) return committed;
    this.refuseTooLarge(request.files);
    await this.refuseOthersProject(request);
    const { uploadId, objectKeys } = await this.lock.once(context, request.userId, (transaction) =>
      this.reserve(transaction, request),
    );
    const urls = await Promise.all(
      objectKeys.map((key) => this.objects.presignPut(key, UPLOAD_TTL_MS)),
    );
    return { uploadId, urls };
  }

  private refuseTooLarge(files: Request['files']): void {
    const max = this.policy.maxFileBytes;
    const tooLarge = files.find((file) => file.size > max);
    if (!tooLarge) return;
    const { filename, size } = tooLarge;
    throw new AppError('FILE_TOO_LARGE', { filename, size, max });
  }

  /** Any file of a project tells whose it is (docs/adr/0013); without files, the projects service does. */
  private async refuseOthersProject({ userId, projectId }: Request): Promise<void> {
    const isOwners = await this.dataSource.manager.existsBy(FileEntity, { userId, projectId });
    if (!isOwners) await this.bus.call(projectMessages.getProject, { userId, projectId });
  }

  /** Returns keys and no URLs: the inbox stores the result, and a URL would grant write access. */
  private async reserve(transaction: EntityManager, { userId, projectId, files }: Request) {
    if (await isDeleted(transaction, [userId, projectId])) throw new AppError('PROJECT_NOT_FOUND');
    refuseWithoutRoom(files, await takenSpace(transaction, userId), this.policy);
    const uploadId = uuidv7();
    const expiresAt = afterMs(UPLOAD_TTL_MS);
    const objectKeys = files.map(() => uuidv7());
    const rows = objectKeys.map((objectKey, position) => {
      return { ...files[position], objectKey, position, uploadId, userId, projectId, expiresAt };
    });
    await transaction.insert(UploadFile, rows);
    return { uploadId, objectKeys };
  }
}
