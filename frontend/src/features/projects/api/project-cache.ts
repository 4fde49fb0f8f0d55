import type { ProjectSummary } from '@studiolo/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Project } from '../../../lib/api/answers';
import { matchesFilter, type ProjectListFilter } from '../../../lib/project-list-filter';
import type { ProjectPage } from '../../../lib/project-lists';
import { projectQuery } from '../../../lib/project-query';
import { queryKeys } from '../../../lib/queries';
import { projectListKeys } from './project-pages-query';

type Pages = InfiniteData<ProjectPage, string | null>;

function filterOf(queryKey: readonly unknown[]): ProjectListFilter {
  return queryKey.at(-1) as ProjectListFilter;
}

/** The list's order: newest first. */
function isOlder(one: Project, other: Project): boolean {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at;
  return one.id < other.id;
}

function withoutProject(data: Pages, id: string): Pages {
  const pages = data.pages.map((page) =>
    page.projects.some((project) => project.id === id)
      ? { ...page, projects: page.projects.filter((project) => project.id !== id) }
      : page,
  );
  return { ...data, pages };
}

/** Inserts a project by its date. One older than the loaded pages comes with a later page. */
function withProject(data: Pages, project: Project): Pages {
  const lastIndex = data.pages.length - 1;
  const target = data.pages.findIndex(
    (page, index) =>
      page.projects.some((other) => isOlder(other, project)) ||
      (index === lastIndex && page.next_cursor === null),
  );
  const pages = data.pages.map((page, index) => {
    if (index !== target) return page;
    const place = page.projects.findIndex((other) => isOlder(other, project));
    const projects = page.projects.toSpliced(place < 0 ? page.projects.length : place, 0, project);
    return { ...page, projects };
  });
  return { ...data, pages };
}

function eachList(
  queryClient: QueryClient,
  change: (data: Pages, filter: ProjectListFilter) => Pages,
) {
  const lists = queryClient.getQueriesData<Pages>({ queryKey: projectListKeys.pages });
  for (const [queryKey, data] of lists) {
    if (data) queryClient.setQueryData(queryKey, change(data, filterOf(queryKey)));
  }
}

function adjustTotals(queryClient: QueryClient, before: Project, after: Project): void {
  const summaries = queryClient.getQueriesData<ProjectSummary>({
    queryKey: projectListKeys.summaries,
  });
  for (const [queryKey, summary] of summaries) {
    const filter = filterOf(queryKey);
    const change = Number(matchesFilter(filter, after)) - Number(matchesFilter(filter, before));
    if (summary && change !== 0) {
      queryClient.setQueryData(queryKey, { ...summary, total: summary.total + change });
    }
  }
}

/** Shows a changed project in every list whose filter it matches, and removes it from the others. */
export function showChangedProject(
  queryClient: QueryClient,
  before: Project,
  after: Project,
): void {
  eachList(queryClient, (data, filter) => {
    const rest = withoutProject(data, after.id);
    return matchesFilter(filter, after) ? withProject(rest, after) : rest;
  });
  adjustTotals(queryClient, before, after);
  queryClient.setQueryData<Project[]>(queryKeys.latestProjects, (projects) =>
    projects?.map((project) => (project.id === after.id ? { ...project, ...after } : project)),
  );
  queryClient.setQueryData<Project>(
    projectQuery(after.id).queryKey,
    (project) => project && { ...project, ...after },
  );
}

/** Removes a deleted project from every list. Call it after its own page was left. */
export function forgetProject(queryClient: QueryClient, id: string): void {
  queryClient.removeQueries({ queryKey: projectQuery(id).queryKey });
  eachList(queryClient, (data) => withoutProject(data, id));
}

/**
 * Reloads everything about projects except the loaded lists, which `showChangedProject` has updated. A list whose
 * first load was cancelled by the change has no data and is loaded again, too.
 */
export function refreshBesidesLoadedLists(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: queryKeys.projects,
    predicate: ({ queryKey, state }) => queryKey[1] !== 'pages' || state.data === undefined,
  });
}
