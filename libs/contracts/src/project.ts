import { z } from 'zod';

import { idSchema, line, optionalLine, optionalText, text, timestampSchema } from './fields.js';
import { storedFileSchema } from './file.js';
import {
  CURSOR_MAX_LENGTH,
  PROJECT_LIST_MAX,
  PROJECT_PAGE_MAX,
  SEARCH_MAX_LENGTH,
} from './limits.js';
import { pageDefault } from './page-answer.js';

export const projectStatuses = [
  'todo',
  'inprogress',
  'review',
  'done',
  'blocked',
  'in_progress',
  'completed',
  'on_hold',
  'cancelled',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** Spellings of the same status; a filter by one finds them all. */
export const statusMeanings = {
  todo: ['todo'],
  inprogress: ['inprogress', 'in_progress'],
  in_progress: ['inprogress', 'in_progress'],
  review: ['review'],
  done: ['done', 'completed'],
  completed: ['done', 'completed'],
  blocked: ['blocked', 'on_hold'],
  on_hold: ['blocked', 'on_hold'],
  cancelled: ['cancelled'],
} as const satisfies Record<ProjectStatus, readonly ProjectStatus[]>;

/** What a list can be filtered by, and the statuses that match. The dashboard counts some as Active. */
export const filterMeanings = {
  ...statusMeanings,
  active: ['todo', 'inprogress', 'in_progress', 'review'],
} as const satisfies Record<string, readonly ProjectStatus[]>;
export type StatusFilter = keyof typeof filterMeanings;

const UNKNOWN_STATUS = 'This status is not known';

const inAnyCase = (text: string) =>
  text.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** Accepts any letter case and gives lower case. */
function statusSchema<Status extends string>(statuses: readonly Status[]) {
  return (
    text('Status')
      .max(50, UNKNOWN_STATUS)
      .trim()
      .toLowerCase()
      // For the documentation: JSON Schema has no patterns that ignore letter case.
      .meta({ pattern: `^\\s*(${statuses.map(inAnyCase).join('|')})\\s*$` })
      .pipe(z.enum(statuses, { error: UNKNOWN_STATUS }))
  );
}

export const projectStatusSchema = statusSchema(projectStatuses);
const statusFilterSchema = statusSchema(Object.keys(filterMeanings) as StatusFilter[]);

/** What an owner edits of a project. */
const fields = z.object({
  title: line('Title', 200),
  client: line('Client', 200),
  contact: optionalLine('Contact', 254),
  status: projectStatusSchema,
  description: optionalText('Description', 5000),
});

export const projectFieldsSchema = fields.extend({ status: projectStatusSchema.default('todo') });
export type ProjectFields = z.infer<typeof projectFieldsSchema>;

/** An absent field stays as it is; null or a blank text empties an optional one. */
export const projectChangesSchema = fields.partial();
export type ProjectChanges = z.infer<typeof projectChangesSchema>;

/** A project as the projects service stores it, without files, which storage keeps. */
export const projectRecordSchema = z.object({
  id: idSchema,
  ...({
    title: z.string(),
    client: pageDefault(z.string(), ''),
    contact: pageDefault(z.string().nullable(), null),
    status: pageDefault(z.enum(projectStatuses), 'todo'),
    description: pageDefault(z.string().nullable(), null),
  } satisfies Record<keyof ProjectFields, z.ZodType>),
  created_at: pageDefault(timestampSchema, ''),
  updated_at: pageDefault(timestampSchema, ''),
});
export type ProjectRecord = z.infer<typeof projectRecordSchema>;

export const projectSchema = projectRecordSchema
  .extend({ files: pageDefault(z.array(storedFileSchema), []) })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof projectSchema>;

/** Filters of a list; a blank search or status does not filter. */
export const projectFilterSchema = z.object({
  search: optionalLine('Search', SEARCH_MAX_LENGTH).describe(
    'Part of the title or the client, in any letter case',
  ),
  status: z
    .union([
      z
        .string()
        .trim()
        .max(0)
        .transform(() => null),
      statusFilterSchema,
    ])
    .nullish()
    .transform((status) => status ?? null)
    .describe(
      'Matches all spellings of a status: completed also finds done; active is to do, in progress and in review',
    ),
});
export type ProjectFilter = z.infer<typeof projectFilterSchema>;

/** By what a list can be ordered. Statuses are ordered by how far a project is; texts as a search compares them. */
export const projectSortKeys = ['created_at', 'updated_at', 'title', 'client', 'status'] as const;
export type ProjectSortKey = (typeof projectSortKeys)[number];

/** An order of a list: ascending, or descending after a minus. */
export type ProjectSort = ProjectSortKey | `-${ProjectSortKey}`;
export const projectSorts = projectSortKeys.flatMap((key): ProjectSort[] => [key, `-${key}`]);

const INVALID_CURSOR = 'This cursor is not valid';

export const projectPageSchema = projectFilterSchema.extend({
  sort: z
    .enum(projectSorts, { error: 'This order is not known' })
    .default('-created_at')
    .describe('The order; a minus stands for descending'),
  limit: z.coerce
    .number({ error: 'limit is not a number' })
    .int('limit is not a whole number')
    .min(1, 'limit is at least 1')
    .max(PROJECT_PAGE_MAX, `limit is at most ${PROJECT_PAGE_MAX}`)
    .optional()
    .describe(`Without it, the answer has up to ${PROJECT_LIST_MAX} projects`),
  cursor: z
    .string(INVALID_CURSOR)
    .min(1, INVALID_CURSOR)
    .max(CURSOR_MAX_LENGTH, INVALID_CURSOR)
    .optional()
    .describe('next_cursor of the previous page'),
});

export const projectSummarySchema = z
  .object({
    total: z.int().nonnegative(),
    active: z.int().nonnegative(),
    completed: z.int().nonnegative(),
    by_status: z
      .record(z.string(), z.int().nonnegative())
      .describe('By status; those of no project are missing'),
  })
  .meta({ id: 'ProjectSummary', description: 'How many projects match, and how far they are' });
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** @param counts numbers of projects by status */
export function summaryOf(counts: Readonly<Record<string, number>>): ProjectSummary {
  const sum = (statuses: readonly string[]) =>
    statuses.reduce((total, status) => total + (counts[status] ?? 0), 0);
  return {
    total: sum(Object.keys(counts)),
    active: sum(filterMeanings.active),
    completed: sum(filterMeanings.completed),
    by_status: counts,
  };
}
