import * as z from 'zod/mini';

import {
  countSchema,
  idSchema,
  line,
  optionalLine,
  optionalText,
  text,
  timestampSchema,
} from './fields.js';
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
  return z.pipe(
    text('Status').check(
      z.maxLength(50, UNKNOWN_STATUS),
      z.trim(),
      z.toLowerCase(),
      // For the documentation: JSON Schema has no patterns that ignore letter case.
      z.meta({ pattern: `^\\s*(${statuses.map(inAnyCase).join('|')})\\s*$` }),
    ),
    z.enum(statuses, { error: UNKNOWN_STATUS }),
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

export const projectFieldsSchema = z.extend(fields, {
  status: z._default(projectStatusSchema, 'todo'),
});
export type ProjectFields = z.infer<typeof projectFieldsSchema>;

/** An absent field stays as it is; null or a blank text empties an optional one. */
export const projectChangesSchema = z.partial(fields);
export type ProjectChanges = z.infer<typeof projectChangesSchema>;

/** A project as the projects service stores it, without files, which storage keeps. */
export const projectRecordSchema = z.object({
  id: idSchema,
  ...({
    title: z.string(),
    client: pageDefault(z.string(), ''),
    contact: pageDefault(z.nullable(z.string()), null),
    status: pageDefault(z.enum(projectStatuses), 'todo'),
    description: pageDefault(z.nullable(z.string()), null),
  } satisfies Record<keyof ProjectFields, z.ZodMiniType>),
  created_at: pageDefault(timestampSchema, ''),
  updated_at: pageDefault(timestampSchema, ''),
});
export type ProjectRecord = z.infer<typeof projectRecordSchema>;

export const projectSchema = z
  .extend(projectRecordSchema, { files: pageDefault(z.array(storedFileSchema), []) })
  .register(z.globalRegistry, { id: 'Project' });
export type Project = z.infer<typeof projectSchema>;

const blank = z.pipe(
  z.string().check(z.trim(), z.maxLength(0)),
  z.transform(() => null),
);

/** Filters of a list; a blank search or status does not filter. */
export const projectFilterSchema = z.object({
  search: optionalLine('Search', SEARCH_MAX_LENGTH).check(
    z.describe('Part of the title or the client, in any letter case'),
  ),
  status: z
    .pipe(
      z.nullish(z.union([blank, statusFilterSchema])),
      z.transform((status) => status ?? null),
    )
    .check(
      z.describe(
        'Matches all spellings of a status: completed also finds done; active is to do, in progress and in review',
      ),
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

const sort = z.enum(projectSorts, { error: 'This order is not known' });
const limit = z.coerce
  .number({ error: 'limit is not a number' })
  .check(
    z.int('limit is not a whole number'),
    z.minimum(1, 'limit is at least 1'),
    z.maximum(PROJECT_PAGE_MAX, `limit is at most ${PROJECT_PAGE_MAX}`),
  );
const cursor = z
  .string(INVALID_CURSOR)
  .check(z.minLength(1, INVALID_CURSOR), z.maxLength(CURSOR_MAX_LENGTH, INVALID_CURSOR));

export const projectPageSchema = z.extend(projectFilterSchema, {
  sort: z
    ._default(sort, '-created_at')
    .check(z.describe('The order; a minus stands for descending')),
  limit: z
    .optional(limit)
    .check(z.describe(`Without it, the answer has up to ${PROJECT_LIST_MAX} projects`)),
  cursor: z.optional(cursor).check(z.describe('next_cursor of the previous page')),
});

export const projectSummarySchema = z
  .object({
    total: countSchema,
    active: countSchema,
    completed: countSchema,
    by_status: z
      .record(z.string(), countSchema)
      .check(z.describe('By status; those of no project are missing')),
  })
  .register(z.globalRegistry, {
    id: 'ProjectSummary',
    description: 'How many projects match, and how far they are',
  });
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
