import { type ProjectSort, type ProjectSummary, summaryOf } from '@studiolo/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import type { Project } from '../../../lib/api/answers';
import { queryKeys } from '../../../lib/api/queries';
import { matchesFilter, type ProjectListFilter } from '../../../lib/projects/project-list-filter';
import { type ProjectPage, projectSummaryKey } from '../../../lib/projects/project-lists';
import { type ProjectDetail, projectQuery } from '../../../lib/projects/project-query';
import { compareBy, isDescending } from '../../../lib/projects/project-sort';
import { projectPagesKey } from './project-pages-query';

type Pages = InfiniteData<ProjectPage, string | null>;

/** Whether the first of two projects stands before the second in a list; equal ones are ordered by id. */
function isBefore(one: Project, other: Project, sort: ProjectSort): boolean {
  const order = compareBy(sort)(one, other);
  if (order !== 0) return order < 0;
  return isDescending(sort) ? one.id > other.id : one.id < other.id;
}

function withoutProject(data: Pages, id: string): Pages {
  const pages = data.pages.map((page) => ({
    ...page,
    projects: page.projects.filter((project) => project.id !== id),
  }));
  return { ...data, pages };
}

/** Inserts a project at its place. One behind the loaded pages comes with a later page. */
function withProject(data: Pages, project: Project, sort: ProjectSort): Pages {
  const comesLater = (other: Project) => isBefore(project, other, sort);
  const index = data.pages.findIndex(
    (page) => page.projects.some(comesLater) || page.next_cursor === null,
  );
  const page = data.pages[index];
  if (!page) return data;
  const place = page.projects.findIndex(comesLater);
  const projects = page.projects.toSpliced(place < 0 ? Infinity : place, 0, project);
  return { ...data, pages: data.pages.with(index, { ...page, projects }) };
}

/** Changes each cached answer whose key begins with `queryKey` and ends in a filter, with the sort before it if any. */
function changeEach<Answer>(
  queryClient: QueryClient,
  queryKey: readonly string[],
  change: (answer: Answer, filter: ProjectListFilter, sort: ProjectSort) => Answer,
): void {
  for (const [key, answer] of queryClient.getQueriesData<Answer>({ queryKey })) {
    const filter = key.at(-1) as ProjectListFilter;
    const sort = key.at(-2) as ProjectSort;
    if (answer) queryClient.setQueryData(key, change(answer, filter, sort));
  }
}

/** Shows a changed project in every list whose filter it matches, and removes it from the others. */
export function showChangedProject(
  queryClient: QueryClient,
  before: Project,
  after: Project,
): void {
  changeEach<Pages>(queryClient, projectPagesKey, (data, filter, sort) => {
    const rest = withoutProject(data, after.id);
    return matchesFilter(filter, after) ? withProject(rest, after, sort) : rest;
  });
  changeEach<ProjectSummary>(queryClient, projectSummaryKey, ({ by_status }, filter) => {
    const counts = { ...by_status };
    const add = (project: Project, change: number) => {
      const status = project.status.toLowerCase();
      if (matchesFilter(filter, project)) counts[status] = (counts[status] ?? 0) + change;
    };
    add(before, -1);
    add(after, 1);
    return summaryOf(counts);
  });
  queryClient.setQueryData<Project[]>(queryKeys.latestProjects, (projects) =>
    projects?.map((project) => (project.id === after.id ? { ...project, ...after } : project)),
  );
  queryClient.setQueryData<Project>(
    projectQuery(after.id).queryKey,
    (project) => project && { ...project, ...after },
  );
}

/** A project as a list that was read has it: what its page shows until its own answer comes. Lists tell no ETag. */
export function projectOfLists(queryClient: QueryClient, id: string): ProjectDetail | undefined {
  const pages = queryClient.getQueriesData<Pages>({ queryKey: projectPagesKey });
  const latest = queryClient.getQueryData<Project[]>(queryKeys.latestProjects) ?? [];
  const listed = pages.flatMap(([, data]) => data?.pages.flatMap(({ projects }) => projects) ?? []);
  const known = [...latest, ...listed].find((project) => project.id === id);
  return known && { ...known, etag: null };
}

/** Removes a deleted project from every list. Call it after its own page was left. */
export function forgetProject(queryClient: QueryClient, id: string): void {
  queryClient.removeQueries({ queryKey: projectQuery(id).queryKey });
  changeEach<Pages>(queryClient, projectPagesKey, (data) => withoutProject(data, id));
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
