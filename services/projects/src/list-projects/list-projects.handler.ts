import { Injectable } from '@nestjs/common';
import type { projectMessages, ReplyOf, RequestOf } from '@studiolo/contracts';
import { runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { type ProjectRow, toProjectRecord } from '../project.mapper.js';
import { encodeCursor } from './cursor.js';
import { fittingPage } from './fitting-page.js';
import { pageQuery } from './page-query.js';

type Message = typeof projectMessages.listProjects;

@Injectable()
export class ListProjectsHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError INVALID_REQUEST for a cursor that is not from an earlier page */
  async execute(request: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const { statement, values } = pageQuery(request);
    const rows = await runStatement<ProjectRow>(this.dataSource, statement, values);
    const page = fittingPage(rows, request.page.limit);
    const last = rows.length > page.length ? page.at(-1) : undefined;
    return {
      projects: page.map(toProjectRecord),
      nextCursor: last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
    };
  }
}
