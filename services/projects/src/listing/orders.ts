import type { ProjectSort, ProjectSortKey } from '@studiolo/contracts';
import { z } from 'zod';

interface Order {
  /** What rows are ordered by, exactly as in an index; equal ones are ordered by id. */
  readonly sql: string;
  /** Its form in a cursor. */
  readonly value: z.ZodType<string>;
}

/** The beginning of the title or client as a search compares it, without accents. */
const textKey = (line: 1 | 2): Order => ({
  sql: String.raw`left(regexp_replace(normalize(split_part(search_text, E'\n', ${line}), NFKD), '[\u0300-\u036f]', '', 'g'), 64) COLLATE "C"`,
  value: z
    .string()
    .max(64)
    .refine((text) => text.isWellFormed() && !text.includes('\0')),
});

const time = (sql: string): Order => ({ sql, value: z.iso.datetime() });

const ORDERS: Readonly<Record<ProjectSortKey, Order>> = {
  created_at: time('created_at'),
  updated_at: time('updated_at'),
  title: textKey(1),
  client: textKey(2),
  /** How far a project is; spellings of one status are equal. */
  status: {
    sql: `(CASE status WHEN 'todo' THEN 0 WHEN 'inprogress' THEN 1 WHEN 'in_progress' THEN 1
             WHEN 'review' THEN 2 WHEN 'done' THEN 3 WHEN 'completed' THEN 3 WHEN 'blocked' THEN 4
             WHEN 'on_hold' THEN 4 ELSE 5 END)`,
    value: z.string().regex(/^[0-5]$/),
  },
};

export function orderOf(sort: ProjectSort): Order & { readonly isDescending: boolean } {
  const isDescending = sort.startsWith('-');
  const key = (isDescending ? sort.slice(1) : sort) as ProjectSortKey;
  return { ...ORDERS[key], isDescending };
}
