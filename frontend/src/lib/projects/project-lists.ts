import {
  listProjectsOperation,
  type ProjectStatus,
  type ProjectSummary,
  statusMeanings,
  summarizeProjectsOperation,
  summaryOf,
} from '@studiolo/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Project } from '../api/answers';
import { call } from '../api/client';
import { isAbsent, isRefusedFor } from '../api/errors';
import { queryKeys } from '../api/queries';
import { matchesFilter, type ProjectListFilter } from './project-list-filter';
import { compareBy, newestFirst } from './project-sort';

const PAGE_SIZE = 100;
const LATEST_PROJECTS = 5;

export interface ProjectPage {
  projects: Project[];
  next_cursor: string | null;
}

/** A page of the matching projects. All of them are filtered and sorted here, too: servers need not know the query. */
export async function listProjects(
  filter: ProjectListFilter,
  cursor: string | null,
  signal?: AbortSignal,
  sort = newestFirst,
): Promise<ProjectPage> {
  const order = sort === newestFirst ? {} : { sort };
  const query = { ...filter, ...order, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const page = await call(listProjectsOperation, { query, signal });
  const projects = page.projects.filter((project) => matchesFilter(filter, project));
  const isAll = cursor === null && page.next_cursor === null;
  return { ...page, projects: isAll ? projects.sort(compareBy(sort)) : projects };
}

export async function allProjects(
  filter: ProjectListFilter,
  signal?: AbortSignal,
): Promise<Project[]> {
  const projects: Project[] = [];
  let cursor: string | null = null;
  do {
    const page: ProjectPage = await listProjects(filter, cursor, signal);
    projects.push(...page.projects);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return projects;
}

/** A server that cannot say how many projects match is asked for the projects. */
async function countProjects(
  filter: ProjectListFilter,
  signal: AbortSignal,
): Promise<ProjectSummary> {
  try {
    return await call(summarizeProjectsOperation, { query: { ...filter }, signal });
  } catch (error) {
    if (!isAbsent(error) && !isOfNoProject(error)) throw error;
    return summaryOf(countByStatus(await allProjects(filter, signal)));
  }
}

/** The refusal of a server that takes `summary` for the id of a project. */
function isOfNoProject(error: unknown): boolean {
  return isRefusedFor(error, ['PROJECT_NOT_FOUND'], 400, 422);
}

export function countByStatus(projects: readonly Project[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of projects) {
    counts[status.toLowerCase()] = (counts[status.toLowerCase()] ?? 0) + 1;
  }
  return counts;
}

/** How many of the counted projects have a status, in all its spellings. */
export function countOf({ by_status: counts }: ProjectSummary, status: ProjectStatus): number {
  return statusMeanings[status].reduce((sum, spelling) => sum + (counts[spelling] ?? 0), 0);
}

export const projectSummaryKey = [...queryKeys.projects, 'summary'] as const;

export function projectSummaryQuery(filter: ProjectListFilter) {
  return queryOptions({
    queryKey: [...projectSummaryKey, filter] as const,
    queryFn: ({ signal }) => countProjects(filter, signal),
    placeholderData: keepPreviousData,
  });
}

export const latestProjectsQuery = queryOptions({
  queryKey: queryKeys.latestProjects,
  queryFn: async ({ signal }) => {
    const query = { limit: LATEST_PROJECTS };
    const { projects } = await call(listProjectsOperation, { query, signal });
    return projects.sort(compareBy(newestFirst)).slice(0, LATEST_PROJECTS);
  },
});
