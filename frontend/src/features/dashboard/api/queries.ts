import { listProjectsOperation } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../lib/api/client';
import { countProjects } from '../../../lib/project-lists';
import { queryKeys } from '../../../lib/queries';

const LATEST_PROJECTS = 5;

export const projectCountsQuery = queryOptions({
  queryKey: [...queryKeys.projects, 'counts'],
  queryFn: ({ signal }) => countProjects({ search: '', status: '' }, signal),
});

/** The newest projects. */
export const latestProjectsQuery = queryOptions({
  queryKey: queryKeys.latestProjects,
  queryFn: async ({ signal }) => {
    const query = { limit: LATEST_PROJECTS };
    const { projects } = await call(listProjectsOperation, { query, signal });
    return projects.slice(0, LATEST_PROJECTS);
  },
});

/** The number of projects with a status of the list's filter. */
export const waitingQuery = (status: string) =>
  queryOptions({
    queryKey: [...queryKeys.projects, 'waiting', status],
    queryFn: async ({ signal }) => {
      const { total } = await countProjects({ search: '', status }, signal);
      return total;
    },
  });
