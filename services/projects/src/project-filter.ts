import { type ProjectFilter, searchable, statusMeanings } from '@studiolo/contracts';

/** Parts of a WHERE clause: conditions, and the values of their `$n`. */
export interface Conditions {
  readonly sql: string[];
  readonly values: unknown[];
}

/** The conditions under which a project of the owner matches the filter. */
export function matching(userId: string, { search, status }: ProjectFilter): Conditions {
  const conditions: Conditions = { sql: ['user_id = $1'], values: [userId] };
  if (status !== null) {
    conditions.values.push(statusMeanings[status]);
    conditions.sql.push(`status = ANY($${conditions.values.length})`);
  }
  if (search !== null) {
    conditions.values.push(`%${escapeLike(searchable(search))}%`);
    conditions.sql.push(`search_text LIKE $${conditions.values.length}`);
  }
  return conditions;
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
