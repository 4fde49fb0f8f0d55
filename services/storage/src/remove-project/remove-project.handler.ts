import { Controller } from '@nestjs/common';
import { type PayloadOf, projectDeleted } from '@studiolo/contracts';
import { HandleEvent } from '@studiolo/service-kit';

import { FileRemoval } from '../deletions/file-removal.js';

/** Removes all files of a deleted project; uploads still in progress cannot add any. */
@Controller()
export class RemoveProjectHandler {
  constructor(private readonly removal: FileRemoval) {}

  @HandleEvent(projectDeleted)
  async execute({ userId, projectId }: PayloadOf<typeof projectDeleted>): Promise<void> {
    await this.removal.removeAll({ userId, projectId });
  }
}
