import { Controller } from '@nestjs/common';
import { type PayloadOf, projectDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { insertTombstones } from '../tombstones.js';
import { endUploadsOf } from '../uploads/upload-files.js';

type Event = PayloadOf<typeof projectDeleted>;

/** Nothing of a deleted project stays, and no upload that is under way brings anything back. */
@Controller()
export class RemoveProjectHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleEvent(projectDeleted)
  async execute({ ownerId, projectId }: Event, context: MessageContext): Promise<void> {
    await this.lock.once(context, ownerId, async (transaction) => {
      const uploadIds = await endUploadsOf(transaction, { ownerId, projectId });
      await insertTombstones(transaction, [projectId, ...uploadIds]);
      await deleteFilesOf(transaction, { ownerId, projectId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
