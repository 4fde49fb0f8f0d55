import { Injectable } from '@nestjs/common';
import type { projectMessages, ProjectRecord, ReplyOf, RequestOf } from '@studiolo/contracts';
import { AppError, isoTimes, readRows } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { PROJECT_COLUMNS } from '../project-columns.js';

type Message = typeof projectMessages.getProject;

const SELECT_PROJECT = {
  name: 'select-project',
  text: `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = $1 AND owner_id = $2`,
  types: isoTimes,
};

@Injectable()
export class GetProjectHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  async execute({ projectId, ownerId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const values = [projectId, ownerId];
    const [project] = await readRows<ProjectRecord>(this.dataSource, SELECT_PROJECT, values);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    return { project };
  }
}
