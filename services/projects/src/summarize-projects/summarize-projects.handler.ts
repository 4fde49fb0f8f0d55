import { Controller } from '@nestjs/common';
import { projectMessages, type ReplyOf, type RequestOf, summaryOf } from '@studiolo/contracts';
import { HandleMessage, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';

import { matching, preparedAs } from '../project-filter.js';

type Message = typeof projectMessages.summarizeProjects;

const countSchema = z.object({ status: z.string(), count: z.int() });

@Controller()
export class SummarizeProjectsHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(projectMessages.summarizeProjects)
  async execute({ userId, filter }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const { sql, values } = matching(userId, filter);
    const statement = {
      ...preparedAs('summarize-projects', filter),
      text: `SELECT status, count(*)::integer AS count FROM projects
              WHERE ${sql.join(' AND ')} GROUP BY status`,
      row: countSchema,
    };
    const counts = await runStatement(this.dataSource, statement, values);
    return summaryOf(Object.fromEntries(counts.map(({ status, count }) => [status, count])));
  }
}
