import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ProjectListFilter } from '../../../lib/project-list-filter';
import { countProjects, listProjects } from '../../../lib/project-lists';
import { queryKeys } from '../../../lib/queries';

const TRY_AGAIN_MS = 15_000;

export const projectListKeys = {
  pages: [...queryKeys.projects, 'pages'],
  summaries: [...queryKeys.projects, 'summary'],
} as const;

/** Matching projects, newest first, page by page. */
export function projectPagesQuery(filter: ProjectListFilter) {
  return infiniteQueryOptions({
    queryKey: [...projectListKeys.pages, filter] as const,
    queryFn: ({ pageParam, signal }) => listProjects(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // Sharing would compare all loaded pages field by field with each further page.
    structuralSharing: false,
    // It would reload every page. `showChangedProject` shows the changes made here.
    refetchOnWindowFocus: false,
    // The page shows no message after a failure, so the list retries by itself.
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
}

/** The number of projects that match. */
export function projectSummaryQuery(filter: ProjectListFilter) {
  return queryOptions({
    queryKey: [...projectListKeys.summaries, filter] as const,
    queryFn: ({ signal }) => countProjects(filter, signal),
    placeholderData: keepPreviousData,
  });
}
