import type { projectMessages, ProjectRecord, RequestOf } from '@studiolo/contracts';
import { rowsOf, type Statement } from '@studiolo/service-kit';

import { ProjectEntity, recordKeys } from '../project.entity.js';
import { matching, preparedAs } from '../project-filter.js';
import { decodeCursor } from './cursor.js';

export interface PageQuery {
  readonly statement: Statement<ProjectRecord>;
  readonly values: unknown[];
}

/**
 * A page of an owner's projects, newest first, plus one row that shows whether another page follows.
 * @throws AppError INVALID_REQUEST for a cursor that is not from an earlier page
 */
export function pageQuery({
  userId,
  page,
}: RequestOf<typeof projectMessages.listProjects>): PageQuery {
  const { sql, values } = matching(userId, page);
  if (page.cursor !== undefined) {
    const { createdAt, id } = decodeCursor(page.cursor);
    values.push(createdAt, id);
    sql.push(`(created_at, id) < ($${values.length - 1}, $${values.length})`);
  }
  values.push(page.limit + 1);
  const name = page.cursor === undefined ? 'list-projects' : 'list-projects-after';
  const statement = rowsOf(ProjectEntity, recordKeys, (columns) => ({
    ...preparedAs(name, page),
    text: `SELECT ${columns} FROM projects WHERE ${sql.join(' AND ')}
            ORDER BY created_at DESC, id DESC LIMIT $${values.length}`,
  }));
  return { statement, values };
}
