import { Controller } from '@nestjs/common';
import { projectMessages, type RequestOf, summaryOf } from '@studiolo/contracts';
import { HandleMessage } from '@studiolo/service-kit';
import { readQuickly, readRows } from '@studiolo/service-kit/database';
import { DataSource } from 'typeorm';

import { toRecord } from '../project.entity.js';
import { encodeCursor } from './cursor.js';
import { fittingPage } from './fitting-page.js';
import { countQuery, pageQuery } from './queries.js';

type Messages = typeof projectMessages;

@Controller()
export class ListHandlers {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError INVALID_REQUEST for a cursor that is not from an earlier page */
  @HandleMessage(projectMessages.list)
  async list(request: RequestOf<Messages['list']>) {
    const { search, status, sort, limit } = request.page;
    const { statement, values } = pageQuery(request);
    // A filter may have to skip many rows that do not match.
    const read = search !== null || status !== null ? readRows : readQuickly;
    const found = await read(this.dataSource, statement, values);
    const projects = fittingPage(found, limit);
    const last = found.length > projects.length ? projects.at(-1) : undefined;
    const nextCursor = last ? encodeCursor(sort, last) : null;
    return { projects: projects.map(({ sortKey: _sortKey, ...row }) => toRecord(row)), nextCursor };
  }

  @HandleMessage(projectMessages.summarize)
  async summarize({ userId, filter }: RequestOf<Messages['summarize']>) {
    const { statement, values } = countQuery(userId, filter);
    const counts = await readRows(this.dataSource, statement, values);
    return summaryOf(Object.fromEntries(counts.map(({ status, count }) => [status, count])));
  }
}
