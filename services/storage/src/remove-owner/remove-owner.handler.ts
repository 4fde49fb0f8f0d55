import { Injectable } from '@nestjs/common';
import type { PayloadOf, userDeleted } from '@studiolo/contracts';
import { Inbox } from '@studiolo/service-kit';

import { ObjectRemover } from '../deletions/object-remover.js';
import { deleteFilesOf } from '../files/files.js';
import type { MessageContext } from '../message-context.js';
import { lockUsage, removeEmptyUsage } from '../quota/usage.js';
import { endUploadsOf } from '../uploads/upload-files.js';
import { bury } from '../tombstones.js';

type Event = PayloadOf<typeof userDeleted>;

/** Nothing of a deleted account stays, and no upload that is under way brings anything back. */
@Injectable()
export class RemoveOwnerHandler {
  constructor(
    private readonly inbox: Inbox,
    private readonly remover: ObjectRemover,
  ) {}

  async execute({ userId: ownerId }: Event, context: MessageContext): Promise<void> {
    await this.inbox.once(context, async (transaction) => {
      await lockUsage(transaction, ownerId);
      await bury(transaction, [ownerId]);
      await endUploadsOf(transaction, { ownerId });
      await deleteFilesOf(transaction, { ownerId });
      await removeEmptyUsage(transaction, ownerId);
    });
    this.remover.wake();
  }
}
