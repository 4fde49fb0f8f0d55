import { Injectable } from '@nestjs/common';
import type { PayloadOf, userDeleted } from '@studiolo/contracts';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import { type MessageContext, OwnerTurns } from '../quota/owner-turns.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { bury } from '../tombstones.js';
import { endUploadsOf } from '../uploads/upload-files.js';

type Event = PayloadOf<typeof userDeleted>;

/** Nothing of a deleted account stays, and no upload that is under way brings anything back. */
@Injectable()
export class RemoveOwnerHandler {
  constructor(
    private readonly turns: OwnerTurns,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ userId: ownerId }: Event, context: MessageContext): Promise<void> {
    await this.turns.once(context, ownerId, async (transaction) => {
      await bury(transaction, [ownerId]);
      await endUploadsOf(transaction, { ownerId });
      await deleteFilesOf(transaction, { ownerId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
