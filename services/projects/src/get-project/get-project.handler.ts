import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { AppError, HandleMessage, readRows, rowsOf } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { ProjectEntity, recordKeys } from '../project.entity.js';
import { replyOf } from '../project-reply.js';

type Message = typeof projectMessages.getProject;

const SELECT_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'select-project',
  text: `SELECT ${columns} FROM projects WHERE id = $1 AND user_id = $2`,
}));

@Controller()
export class GetProjectHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  @HandleMessage(projectMessages.getProject)
  async execute({ projectId, userId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const [project] = await readRows(this.dataSource, SELECT_PROJECT, [projectId, userId]);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    return replyOf(project);
  }
}
