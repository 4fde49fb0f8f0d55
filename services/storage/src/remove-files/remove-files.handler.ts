import { Controller } from '@nestjs/common';
import { type PayloadOf, projectDeleted, userDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';
import { forgetUser, OutboxDispatcher, recordChange } from '@studiolo/service-kit/database';
import type { EntityManager } from 'typeorm';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { FileEntity } from '../entities/file.entity.js';
import { Tombstone } from '../entities/tombstone.entity.js';
import { UploadFile } from '../entities/upload-file.entity.js';
import { OwnerLock } from '../quota/owner-lock.js';

/** Keeps each transaction short, however many files there are. */
const BATCH_SIZE = 1000;

interface Scope {
  readonly userId: string;
  readonly projectId?: string;
}

/** Removes the files of a deleted project or account; uploads still in progress cannot add any. */
@Controller()
export class RemoveFilesHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  @HandleEvent(projectDeleted)
  ofProject({ userId, projectId }: PayloadOf<typeof projectDeleted>): Promise<void> {
    return this.removeAll({ userId, projectId });
  }

  @HandleEvent(userDeleted)
  ofUser({ userId }: PayloadOf<typeof userDeleted>): Promise<void> {
    return this.removeAll({ userId });
  }

  /**
   * Writes the tombstone first, so that no file is added; then deletes the files in batches and commits each. An
   * interrupted removal is repeated with its event and continues where it stopped.
   */
  private async removeAll(scope: Scope): Promise<void> {
    const { userId, projectId } = scope;
    await this.lock.hold(userId, async (transaction) => {
      const ended = await deleteWithObjects(transaction, UploadFile, { where: { ...scope } });
      const ids = new Set([projectId ?? userId, ...ended.map(({ uploadId }) => uploadId)]);
      await transaction.save(
        Tombstone,
        [...ids].map((id) => ({ userId, id })),
      );
      if (projectId === undefined) await forgetUser(transaction, userId);
    });
    let deleted: number;
    do {
      deleted = await this.lock.hold(userId, (transaction) => removeSome(transaction, scope));
      this.dispatcher.wake();
    } while (deleted === BATCH_SIZE);
  }
}

/** Returns how many. Announces no files that are deleted with their account. */
async function removeSome(transaction: EntityManager, scope: Scope): Promise<number> {
  const options = { where: { ...scope }, take: BATCH_SIZE };
  const { length } = await deleteWithObjects(transaction, FileEntity, options);
  const { userId, projectId } = scope;
  if (length > 0 && projectId !== undefined) {
    await recordChange(transaction, { kind: 'file', action: 'deleted', userId, projectId });
  }
  return length;
}
