import { Controller } from '@nestjs/common';
import {
  projectMessages,
  type ReplyOf,
  type RequestOf,
  storageMessages,
} from '@studiolo/contracts';
import { AppError, HandleMessage, MessageBus, type Outcome } from '@studiolo/service-kit';
import { v7 as uuidv7 } from 'uuid';

import { ObjectStore } from '../object-store/object-store.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { assertFits } from '../quota/usage.js';
import { StoragePolicy } from '../storage-policy.js';
import { type Refusal, type Reservation, reserveUpload } from './reserve-upload.js';

type Message = typeof storageMessages.beginUpload;
type Request = RequestOf<Message>;

@Controller()
export class BeginUploadHandler {
  constructor(
    private readonly bus: MessageBus,
    private readonly lock: OwnerLock,
    private readonly objects: ObjectStore,
    private readonly policy: StoragePolicy,
  ) {}

  @HandleMessage(storageMessages.beginUpload)
  async execute(request: Request, context: MessageContext): Promise<ReplyOf<Message>> {
    this.refuseTooLarge(request.files);
    const { uploadId, objectKeys, expiresAt } = await this.reserve(request, context);
    const urls = await Promise.all(
      objectKeys.map((key) => this.objects.presignPut(key, this.policy.uploadTtlMs)),
    );
    return { uploadId, urls, expiresAt };
  }

  private refuseTooLarge(files: Request['files']): void {
    const max = this.policy.maxFileBytes;
    const tooLarge = files.find((file) => file.size > max);
    if (!tooLarge) return;
    const { filename, size } = tooLarge;
    throw new AppError('FILE_TOO_LARGE', { filename, size, max });
  }

  private async reserve(request: Request, context: MessageContext): Promise<Reservation> {
    const { ownerId, projectId, files } = request;
    let outcome = await this.tryToReserve(request, context, { isConfirmed: false });
    if (outcome.reply === null && !outcome.isConfirmed) {
      await this.bus.call(projectMessages.getProject, { ownerId, projectId });
      outcome = await this.tryToReserve(request, context, { isConfirmed: true });
    }
    if (outcome.reply) return outcome.reply;
    if (outcome.isGone) throw new AppError('PROJECT_NOT_FOUND');
    assertFits(files, outcome, this.policy.quotaBytes);
    throw new AppError('FILE_COUNT_EXCEEDED', { max: this.policy.maxFiles });
  }

  private tryToReserve(
    { ownerId, projectId, files }: Request,
    context: MessageContext,
    { isConfirmed }: { isConfirmed: boolean },
  ): Promise<Outcome<Reservation, Refusal>> {
    const keyed = files.map((file) => ({ ...file, objectKey: uuidv7() }));
    const upload = { uploadId: uuidv7(), ownerId, projectId, isConfirmed, files: keyed };
    const work = reserveUpload(upload, this.policy);
    return this.lock.onceInStatement<Reservation, Refusal>(context, ownerId, work);
  }
}
