import { Controller } from '@nestjs/common';
import {
  activeStatuses,
  completedStatuses,
  projectMessages,
  type ReplyOf,
  type RequestOf,
} from '@studiolo/contracts';
import { HandleMessage, runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { matching, preparedAs } from '../project-filter.js';

type Message = typeof projectMessages.summarizeProjects;

@Controller()
export class SummarizeProjectsHandler {
  constructor(private readonly dataSource: DataSource) {}

  @HandleMessage(projectMessages.summarizeProjects)
  async execute({ userId, filter }: RequestOf<Message>): Promise<ReplyOf<Message>> {
    const { sql, values } = matching(userId, filter);
    values.push(activeStatuses, completedStatuses);
    const text = `
      SELECT count(*)::integer AS total,
             (count(*) FILTER (WHERE status = ANY($${values.length - 1})))::integer AS active,
             (count(*) FILTER (WHERE status = ANY($${values.length})))::integer AS completed
        FROM projects WHERE ${sql.join(' AND ')}`;
    const row = projectMessages.summarizeProjects.reply;
    const statement = { ...preparedAs('summarize-projects', filter), text, row };
    const [summary] = await runStatement(this.dataSource, statement, values);
    if (!summary) throw new Error('A count has no row');
    return summary;
  }
}
