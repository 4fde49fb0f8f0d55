import type { EntityManager } from 'typeorm';

import type { NumberedName } from './numbered-name.js';

/**
 * Finds a taken number followed by a free one: doubles the step until a number is free, then bisects between it and the
 * last taken number. Takes about twice the binary logarithm of the number of files of that name. The step is limited,
 * in case somebody takes the numbers 2, 4, 8 … on purpose.
 */
export const FIND_FREE_NUMBER = `
  WITH RECURSIVE search (taken, free, step) AS (
    SELECT $4::bigint, NULL::bigint, 1
    UNION ALL
    SELECT CASE WHEN found IS NULL THEN taken ELSE number END,
           CASE WHEN found IS NULL THEN number ELSE free END, least(2 * step, 1000000)
      FROM search
     CROSS JOIN LATERAL (SELECT coalesce((taken + free) / 2, taken + step) AS number) AS next
      LEFT JOIN LATERAL (
       SELECT true AS found FROM files
        WHERE project_id = $1
          AND filename = ($2::text[])[length(number::text)] || number || $3
        LIMIT 1
     ) AS file ON true
     WHERE free IS NULL OR free > taken + 1
  )
  SELECT free AS number FROM search WHERE free = taken + 1`;

/** A number above `after` under which the project has no file of the name; not always the lowest. */
export async function findFreeNumber(
  transaction: EntityManager,
  projectId: string,
  { beforeNumber, behindNumber }: NumberedName,
  after: number,
): Promise<number> {
  const values = [projectId, beforeNumber, behindNumber, after];
  const [row] = await transaction.query<{ number: number }[]>(FIND_FREE_NUMBER, values);
  if (!row) throw new Error('The search for a free number has no end');
  return row.number;
}
