import { Injectable } from '@nestjs/common';
import type { projectMessages, ReplyOf, RequestOf } from '@studiolo/contracts';
import { DataSource } from 'typeorm';

import { readProject } from '../read-project.js';

type Message = typeof projectMessages.getProject;

@Injectable()
export class GetProjectHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  execute({ projectId, ownerId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return readProject(this.dataSource, projectId, ownerId);
  }
}
