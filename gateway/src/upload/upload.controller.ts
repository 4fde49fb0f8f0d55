import { Controller, Inject } from '@nestjs/common';
import { idSchema, storageMessages, uploadOperation } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { messageIdOf } from '../http/idempotency-key.js';
import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { whileConnected } from '../http/while-connected.js';
import { RateLimiter } from '../rate-limits/rate-limiter.js';
import { UserTransfers } from '../rate-limits/user-transfers.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { contentTypeOf } from './content-type.js';
import { fileSizeOf, formSizeOf } from './declared-size.js';
import { FileTooLargeError, FormTooLargeError } from './form-errors.js';
import { isAsNamed } from './named-type.js';
import { FormReceiver, type ReceivedFile, type ReceivedForm } from './receive-form.js';
import type { SpooledFile } from './spooled-file.js';
import { uploadDigest } from './upload-digest.js';
import { UploadSpool } from './upload-spool.js';
import { Uploads } from './uploads.js';

@Controller()
export class UploadController {
  constructor(
    private readonly bus: MessageBus,
    private readonly limiter: RateLimiter,
    private readonly transfers: UserTransfers,
    private readonly spool: UploadSpool,
    private readonly uploads: Uploads,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  @Route(uploadOperation)
  async upload(call: Call<typeof uploadOperation>) {
    const { userId } = call.session;
    const end = this.transfers.begin(userId);
    try {
      await this.limiter.consume('uploadByUser', userId);
      return await this.receiveAndKeep(call);
    } finally {
      end();
    }
  }

  private async receiveAndKeep({ headers, session, request }: Call<typeof uploadOperation>) {
    const ownerId = session.userId;
    const received: SpooledFile[] = [];
    try {
      const form = await this.receive(request, ownerId, received);
      const projectId = projectIdOf(form);
      const files = await Promise.all(form.files.map(withContentType));
      const scope = { userId: ownerId, operation: uploadOperation.id };
      const messageId = messageIdOf(headers['idempotency-key'], scope);
      const name = messageId && { messageId, digest: await uploadDigest(projectId, files) };
      const upload = { ownerId, projectId, files, ...(name && { name }) };
      const stored = await whileConnected(request, (signal) => this.uploads.keep(upload, signal));
      return { success: true as const, files: stored };
    } finally {
      await Promise.all(received.map((file) => file.remove()));
    }
  }

  private async receive(
    request: FastifyRequest,
    ownerId: string,
    received: SpooledFile[],
  ): Promise<ReceivedForm> {
    const limits = {
      maxFileBytes: this.settings.MAX_FILE_BYTES,
      maxFormBytes: this.settings.STORAGE_QUOTA_BYTES,
    };
    const receiver = new FormReceiver(limits, () => {
      const file = this.spool.newFile();
      received.push(file);
      return file;
    });
    try {
      return await receiver.receive(request);
    } catch (error) {
      if (error instanceof FileTooLargeError) throw this.fileTooLarge(request, error);
      if (error instanceof FormTooLargeError) throw await this.overQuota(request, ownerId, error);
      throw error;
    }
  }

  private fileTooLarge(request: FastifyRequest, error: FileTooLargeError): AppError {
    const max = this.settings.MAX_FILE_BYTES;
    const size = fileSizeOf(request.headers, error, max);
    return new AppError('FILE_TOO_LARGE', { filename: error.filename, size, max });
  }

  private async overQuota(
    request: FastifyRequest,
    ownerId: string,
    { filename, seen }: FormTooLargeError,
  ): Promise<AppError> {
    const { totalBytes, quotaBytes } = await this.bus.call(storageMessages.getUsage, { ownerId });
    return new AppError('QUOTA_EXCEEDED', {
      needed: formSizeOf(request.headers, seen),
      available: Math.max(0, quotaBytes - totalBytes),
      quota: quotaBytes,
      filename,
    });
  }
}

function projectIdOf({ files, projectIds }: ReceivedForm): string {
  if (files.length === 0) throw new AppError('NO_FILE');
  const [id, ...more] = projectIds;
  if (id === undefined || id.trim() === '') throw new AppError('NO_PROJECT_ID');
  if (more.length > 0) {
    throw new AppError('INVALID_REQUEST', { reason: 'project_id was given more than once' });
  }
  const { data: projectId } = idSchema.safeParse(id.trim());
  if (projectId === undefined) throw new AppError('PROJECT_NOT_FOUND');
  return projectId.toLowerCase();
}

async function withContentType(file: ReceivedFile) {
  const { filename, bytes } = file;
  if (bytes.size === 0) throw new AppError('FILE_EMPTY', { filename });
  const contentType = await contentTypeOf(bytes, filename);
  if (contentType === undefined) throw new AppError('FILE_TYPE_NOT_ALLOWED', { filename });
  if (!isAsNamed(contentType, filename)) throw new AppError('FILE_NOT_AS_NAMED', { filename });
  return { ...file, contentType };
}
