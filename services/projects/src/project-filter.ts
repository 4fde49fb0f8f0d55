import { type ProjectFilter, statusMeanings } from '@studiolo/contracts';

/** A WHERE clause in the making: conditions, and the values their `$n` stand for. */
export interface Conditions {
  readonly sql: string[];
  readonly values: unknown[];
}

/** The conditions under which a project of the owner matches the filter. */
export function matching(ownerId: string, { search, status }: ProjectFilter): Conditions {
  const conditions: Conditions = { sql: ['owner_id = $1'], values: [ownerId] };
  if (status !== null) {
    conditions.values.push(statusMeanings[status]);
    conditions.sql.push(`status = ANY($${conditions.values.length})`);
  }
  if (search !== null) {
    // Title and client as the search index has them; a search never contains the line break between.
    conditions.values.push(`%${escapeLike(search)}%`);
    conditions.sql.push(`(title || E'\\n' || client) ILIKE $${conditions.values.length}`);
  }
  return conditions;
}

/**
 * The name under which SQL with this filter's conditions is prepared. A search has none: how rare its
 * text is decides the plan, so that each needs its own.
 */
export function preparedAs(name: string, { search, status }: ProjectFilter): { name?: string } {
  if (search !== null) return {};
  return { name: status === null ? name : `${name}-by-status` };
}

/** Makes `%`, `_` and `\` stand for themselves in a LIKE pattern. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
