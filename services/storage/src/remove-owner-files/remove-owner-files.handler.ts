import { Controller } from '@nestjs/common';
import { type PayloadOf, userDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';

import { FileRemoval } from '../deletions/file-removal.js';

/** Nothing of a deleted account stays, and no upload that is under way brings anything back. */
@Controller()
export class RemoveOwnerFilesHandler {
  constructor(private readonly removal: FileRemoval) {}

  @HandleEvent(userDeleted)
  async execute({ userId }: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.removal.removeAll({ ownerId: userId });
  }
}
