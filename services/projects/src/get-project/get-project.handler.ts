import { Injectable } from '@nestjs/common';
import type { projectMessages, ReplyOf, RequestOf } from '@studiolo/contracts';
import { AppError, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { PROJECT_COLUMNS, type ProjectRow, toProjectRecord } from '../project.mapper.js';

type Message = typeof projectMessages.getProject;

const SELECT_PROJECT = {
  name: 'select-project',
  text: `SELECT ${PROJECT_COLUMNS} FROM projects WHERE id = $1 AND owner_id = $2`,
};

@Injectable()
export class GetProjectHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
  async execute({ projectId, ownerId }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const values = [projectId, ownerId];
    const [row] = await runStatement<ProjectRow>(this.dataSource, SELECT_PROJECT, values);
    if (!row) throw new AppError('PROJECT_NOT_FOUND');
    return { project: toProjectRecord(row) };
  }
}
