import { Controller } from '@nestjs/common';
import { type PayloadOf, userDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import { type MessageContext, OwnerLock } from '../quota/owner-lock.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { insertTombstones } from '../tombstones.js';
import { endUploadsOf } from '../uploads/upload-files.js';

type Event = PayloadOf<typeof userDeleted>;

/** Nothing of a deleted account stays, and no upload that is under way brings anything back. */
@Controller()
export class RemoveOwnerHandler {
  constructor(
    private readonly lock: OwnerLock,
    private readonly remover: ObjectRemover,
  ) {}

  @HandleEvent(userDeleted)
  async execute({ userId: ownerId }: Event, context: MessageContext): Promise<void> {
    await this.lock.once(context, ownerId, async (transaction) => {
      await insertTombstones(transaction, [ownerId]);
      await endUploadsOf(transaction, { ownerId });
      await deleteFilesOf(transaction, { ownerId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
