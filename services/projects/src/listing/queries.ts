import {
  filterMeanings,
  type ProjectFilter,
  type projectMessages,
  type RequestOf,
  searchable,
} from '@studiolo/contracts';
import { rowsOf } from '@studiolo/service-kit/database';
import { z } from 'zod';

import { ProjectEntity, projectRowSchema } from '../project.entity.js';
import { decodeCursor } from './cursor.js';
import { orderOf } from './orders.js';

/** A listed project, and its place in the order of the list. */
const listedSchema = projectRowSchema.extend({
  sortKey: z.union([z.string(), z.int().transform(String)]),
});

const countSchema = z.object({ status: z.string(), count: z.int() });

/**
 * A page of an owner's projects, plus one row that shows whether another page follows.
 * @throws AppError INVALID_REQUEST for a cursor that is not from an earlier page
 */
export function pageQuery({ userId, page }: RequestOf<typeof projectMessages.list>) {
  const { sql, values } = matching(userId, page);
  const { sql: key, isDescending } = orderOf(page.sort);
  if (page.cursor !== undefined) {
    const { sortKey, id } = decodeCursor(page.sort, page.cursor);
    values.push(sortKey, id);
    const [keyAt, idAt] = [`$${values.length - 1}`, `$${values.length}`];
    sql.push(`(${key}, id) ${isDescending ? '<' : '>'} (${keyAt}, ${idAt})`);
  }
  values.push(page.limit + 1);
  const name = `list-projects-by${page.sort}${page.cursor === undefined ? '' : '-after'}`;
  const direction = isDescending ? 'DESC' : 'ASC';
  const { text } = rowsOf(ProjectEntity, projectRowSchema, (columns) => ({
    text: `SELECT ${columns}, ${key} AS "sortKey" FROM projects WHERE ${sql.join(' AND ')}
            ORDER BY ${key} ${direction}, id ${direction} LIMIT $${values.length}`,
  }));
  return { statement: { ...preparedAs(name, page), text, row: listedSchema }, values };
}

export function countQuery(userId: string, filter: ProjectFilter) {
  const { sql, values } = matching(userId, filter);
  const statement = {
    ...preparedAs('summarize-projects', filter),
    text: `SELECT status, count(*)::integer AS count FROM projects
            WHERE ${sql.join(' AND ')} GROUP BY status`,
    row: countSchema,
  };
  return { statement, values };
}

/** The conditions under which a project of the owner matches the filter, and the values of their `$n`. */
function matching(userId: string, { search, status }: ProjectFilter) {
  const sql = ['user_id = $1'];
  const values: unknown[] = [userId];
  if (status !== null) {
    values.push(filterMeanings[status]);
    sql.push(`status = ANY($${values.length})`);
  }
  if (search !== null) {
    values.push(`%${escapeLike(searchable(search))}%`);
    sql.push(`search_text LIKE $${values.length}`);
  }
  return { sql, values };
}

/**
 * The name under which SQL with this filter's conditions is prepared. A search has none: the best plan depends on how
 * rare its text is, so each search is planned anew.
 */
export function preparedAs(name: string, { search, status }: ProjectFilter): { name?: string } {
  if (search !== null) return {};
  return { name: status === null ? name : `${name}-by-status` };
}

/** Escapes `%`, `_` and `\` so that a LIKE pattern matches them literally. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
