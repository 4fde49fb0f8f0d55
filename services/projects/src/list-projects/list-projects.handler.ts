import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf } from '@studiolo/contracts';
import { HandleMessage, readRows, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { encodeCursor } from './cursor.js';
import { fittingPage } from './fitting-page.js';
import { pageQuery } from './page-query.js';

type Message = typeof projectMessages.listProjects;

@Controller()
export class ListProjectsHandler {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError INVALID_REQUEST for a cursor that is not from an earlier page */
  @HandleMessage(projectMessages.listProjects)
  async execute(request: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const { statement, values } = pageQuery(request);
    // A filter may have to skip many rows that do not match.
    const isFiltered = request.page.search !== null || request.page.status !== null;
    const read = isFiltered ? runStatement : readRows;
    const found = await read(this.dataSource, statement, values);
    const projects = fittingPage(found, request.page.limit);
    const last = found.length > projects.length ? projects.at(-1) : undefined;
    return {
      projects,
      nextCursor: last ? encodeCursor({ createdAt: new Date(last.created_at), id: last.id }) : null,
    };
  }
}
