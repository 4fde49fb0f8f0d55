import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';

import { queryKeys } from '../../../lib/api/queries';
import type { ProjectListFilter } from '../../../lib/projects/project-list-filter';
import { listProjects, type ProjectPage } from '../../../lib/projects/project-lists';
import { newestFirst } from '../../../lib/projects/project-sort';

const TRY_AGAIN_MS = 15_000;

export const projectPagesKey = [...queryKeys.projects, 'pages'] as const;

const projectsOf = ({ pages }: { pages: readonly ProjectPage[] }) =>
  pages.flatMap(({ projects }) => projects);

export function projectPagesQuery(filter: ProjectListFilter, sort = newestFirst) {
  return infiniteQueryOptions({
    queryKey: [...projectPagesKey, sort, filter] as const,
    queryFn: ({ pageParam, signal }) => listProjects(filter, pageParam, signal, sort),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    select: projectsOf,
    placeholderData: keepPreviousData,
    // Sharing would compare all loaded pages field by field with each further page.
    structuralSharing: false,
    // It would reload every page. `showChangedProject` shows the changes made here.
    refetchOnWindowFocus: false,
    // The page shows no message after a failure, so the list retries by itself.
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
  });
}
