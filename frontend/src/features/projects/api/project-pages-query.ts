import { listProjectsOperation, summarizeProjectsOperation } from '@studiolo/contracts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '../../../lib/api/client';
import { queryKeys } from '../../../lib/queries';
import type { ProjectListFilter } from '../project-list-filter';

const PAGE_SIZE = 100;
const TRY_AGAIN_MS = 15_000;

export const projectListKeys = {
  pages: [...queryKeys.projects, 'pages'],
  summaries: [...queryKeys.projects, 'summary'],
} as const;

/** Matching projects, newest first, page by page. */
export function projectPagesQuery(filter: ProjectListFilter) {
  return infiniteQueryOptions({
    queryKey: [...projectListKeys.pages, filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listProjectsOperation, {
        query: { ...filter, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    // With each page, all pages before it would be compared again, field by field.
    structuralSharing: false,
    // Every page would be asked for again; changes made here are put in place instead.
    refetchOnWindowFocus: false,
    // No message tells of a failure, so that the list has to recover by itself.
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
}

/** How many projects match. */
export function projectSummaryQuery(filter: ProjectListFilter) {
  return queryOptions({
    queryKey: [...projectListKeys.summaries, filter] as const,
    queryFn: ({ signal }) => call(summarizeProjectsOperation, { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
}
