import { Injectable } from '@nestjs/common';
import type { PayloadOf, projectDeleted } from '@studiolo/contracts';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import { type MessageContext, OwnerTurns } from '../quota/owner-turns.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { bury } from '../tombstones.js';
import { endUploadsOf } from '../uploads/upload-files.js';

type Event = PayloadOf<typeof projectDeleted>;

/** Nothing of a deleted project stays, and no upload that is under way brings anything back. */
@Injectable()
export class RemoveProjectHandler {
  constructor(
    private readonly turns: OwnerTurns,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ ownerId, projectId }: Event, context: MessageContext): Promise<void> {
    await this.turns.once(context, ownerId, async (transaction) => {
      const uploadIds = await endUploadsOf(transaction, { ownerId, projectId });
      await bury(transaction, [projectId, ...uploadIds]);
      await deleteFilesOf(transaction, { ownerId, projectId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
