import { Injectable } from '@nestjs/common';
import { forgetUser, OutboxDispatcher } from '@studiolo/service-kit';

import { deleteSomeFiles } from '../files/files.js';
import { OwnerLock } from '../quota/owner-lock.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { insertTombstones } from '../tombstones.js';
import { endUploadsOf } from '../uploads/upload-files.js';
import { ObjectRemover } from './object-remover.js';

/** Keeps each statement well under its time-out, however many files there are. */
const BATCH_SIZE = 5000;

/** Removes the files of a deleted project or account. */
@Injectable()
export class FileRemoval {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
    private readonly dispatcher: OutboxDispatcher,
  ) {}

  /**
   * Writes the tombstone first, so that no file is added; then deletes the files in batches and commits each. An
   * interrupted removal is repeated with its event and continues where it stopped.
   */
  async removeAll(scope: { ownerId: string; projectId?: string }): Promise<void> {
    const { ownerId, projectId } = scope;
    await this.lock.hold(ownerId, async (transaction) => {
      const uploadIds = await endUploadsOf(transaction, scope);
      await insertTombstones(transaction, [projectId ?? ownerId, ...uploadIds]);
      if (projectId === undefined) await forgetUser(transaction, ownerId);
    });
    let deleted: number;
    do {
      deleted = await this.lock.hold(ownerId, async (transaction) => {
        const count = await deleteSomeFiles(transaction, scope, BATCH_SIZE);
        await removeEmptyUsage(transaction, ownerId);
        return count;
      });
      this.remover.wake();
      this.dispatcher.wake();
    } while (deleted === BATCH_SIZE);
  }
}
