import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { readProject } from '../project-reply.js';

type Message = typeof projectMessages.getProject;

@Controller()
export class GetProjectHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  @HandleMessage(projectMessages.getProject)
  execute({ projectId, userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    return readProject(this.dataSource, projectId, userId);
  }
}
