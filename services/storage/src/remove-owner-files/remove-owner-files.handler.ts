import { Controller } from '@nestjs/common';
import { type PayloadOf, userDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';

import { FileRemoval } from '../deletions/file-removal.js';

/** Removes all files of a deleted account; uploads still in progress cannot add any. */
@Controller()
export class RemoveOwnerFilesHandler {
  constructor(private readonly removal: FileRemoval) {}

  @HandleEvent(userDeleted)
  async execute({ userId }: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.removal.removeAll({ userId });
  }
}
