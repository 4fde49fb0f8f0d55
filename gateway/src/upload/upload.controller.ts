import { hash } from 'node:crypto';

import { Controller } from '@nestjs/common';
import { refusalOfType, storageMessages, uploadOperation } from '@studiolo/contracts';
import { AppError, MessageBus } from '@studiolo/service-kit';
import { LRUCache } from 'lru-cache';

import { contentTypeOf } from '../content-type/content-type.js';
import { messageIdOf } from '../http/idempotency-key.js';
import { type Call, idFrom } from '../http/read-call.js';
import { UserTransfers } from '../rate-limits/user-transfers.js';
import { Route } from '../routing/route.decorator.js';
import { claimedDigests } from './claimed-digests.js';
import { FormStore } from './form-store.js';
import { type FormLimits, type ReceivedFile, receiveForm } from './receive-form.js';
import { Uploads } from './uploads.js';

/** How long the limits that storage has answered with are used, in milliseconds. */
const LIMITS_TTL_MS = 60_000;

@Controller()
export class UploadController {
  private readonly limits = new LRUCache({
    max: 1,
    ttl: LIMITS_TTL_MS,
    fetchMethod: () => this.bus.call(storageMessages.getLimits, {}),
  });

  constructor(
    private readonly bus: MessageBus,
    private readonly transfers: UserTransfers,
    private readonly spool: FormStore,
    private readonly uploads: Uploads,
  ) {}

  @Route(uploadOperation)
  upload(call: Call<typeof uploadOperation>) {
    const { userId } = call.session;
    return this.transfers.run(userId, () => this.receiveAndStore(call));
  }

  private async receiveAndStore({ headers, session, request }: Call<typeof uploadOperation>) {
    const userId = session.userId;
    const announced = Number(request.headers['content-length']);
    // A form that comes in chunks announces no size.
    const mostBytes = Number.isSafeInteger(announced) ? announced : undefined;
    const limits = await this.limitsOf(userId, mostBytes);
    const bytes = await this.spool.open(mostBytes);
    try {
      const form = await receiveForm(request.raw, limits, bytes);
      if (form.files.length === 0) throw new AppError('NO_FILE');
      const projectId = projectIdIn(form.projectIds);
      const count = form.files.length;
      refuseOtherBytes(form.files, claimedDigests(form.digests, headers['repr-digest'], count));
      const files = await Promise.all(form.files.map(withContentType));
      const { messageId } = messageIdOf(headers['idempotency-key'], userId, 'upload');
      const name = messageId && { messageId, digest: uploadDigest(projectId, files) };
      const upload = { userId, projectId, files, ...(name && { name }) };
      const stored = await this.uploads.store(upload, request.raw.socket);
      return { success: true as const, files: stored };
    } finally {
      await bytes.remove();
    }
  }

  private async limitsOf(userId: string, announced = 0): Promise<FormLimits> {
    const { max_file_bytes, quota_bytes: quota } = await this.limits.forceFetch('limits');
    const overQuota = async (filename: string, received: number) => {
      const needed = Math.max(announced, received);
      const usage = await this.bus.call(storageMessages.getUsage, { userId });
      const available = Math.max(0, quota - usage.total_storage_bytes);
      return new AppError('QUOTA_EXCEEDED', { needed, available, quota, filename });
    };
    return { maxFileBytes: max_file_bytes, maxFormBytes: quota, announced, overQuota };
  }
}

function projectIdIn([id, ...more]: readonly string[]): string {
  if (id === undefined || id.trim() === '') throw new AppError('NO_PROJECT_ID');
  if (more.length > 0) {
    throw new AppError('INVALID_REQUEST', { reason: 'project_id was given more than once' });
  }
  return idFrom(id.trim(), 'PROJECT_NOT_FOUND');
}

async function withContentType(file: ReceivedFile) {
  const { filename, bytes } = file;
  if (bytes.size === 0) throw new AppError('FILE_EMPTY', { filename });
  const contentType = (await contentTypeOf(bytes, filename)) ?? 'application/octet-stream';
  const refusal = refusalOfType(filename, contentType);
  if (refusal) throw new AppError(refusal, { filename, contentType });
  return { ...file, contentType };
}

function refuseOtherBytes(files: readonly ReceivedFile[], claimed: readonly string[]): void {
  for (const [index, sha256] of claimed.entries()) {
    const file = files[index];
    if (file && file.sha256 !== sha256) {
      throw new AppError('FILE_NOT_AS_SENT', { filename: file.filename });
    }
  }
}

/** Digest of an upload's project and files: it distinguishes a repeat under an Idempotency-Key from other files. */
function uploadDigest(projectId: string, files: readonly ReceivedFile[]): string {
  const content = files.map(({ filename, sha256 }) => [filename, sha256]);
  return hash('sha256', JSON.stringify([projectId, content]), 'base64url');
}
