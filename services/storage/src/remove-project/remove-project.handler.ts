import { Injectable } from '@nestjs/common';
import type { PayloadOf, projectDeleted } from '@studiolo/contracts';
import { Inbox } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import type { MessageContext } from '../message-context.js';
import { lockUsage, removeEmptyUsage } from '../quota/usage.js';
import { endUploadsOf } from '../uploads/upload-files.js';
import { bury } from '../tombstones.js';

type Event = PayloadOf<typeof projectDeleted>;

/** Nothing of a deleted project stays, and no upload that is under way brings anything back. */
@Injectable()
export class RemoveProjectHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ ownerId, projectId }: Event, context: MessageContext): Promise<void> {
    await this.inbox.once(context, async (transaction) => {
      await lockUsage(transaction, ownerId);
      const uploadIds = await endUploadsOf(transaction, { ownerId, projectId });
      await bury(transaction, [projectId, ...uploadIds]);
      await deleteFilesOf(transaction, { ownerId, projectId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
