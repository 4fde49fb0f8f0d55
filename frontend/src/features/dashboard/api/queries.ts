import { listProjectsOperation } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { call } from '../../../lib/api/client';
import { queryKeys } from '../../../lib/queries';

const LATEST_PROJECTS = 5;

/** The newest projects. */
export const latestProjectsQuery = queryOptions({
  queryKey: queryKeys.latestProjects,
  queryFn: async ({ signal }) => {
    const query = { limit: LATEST_PROJECTS };
    const { projects } = await call(listProjectsOperation, { query, signal });
    return projects.slice(0, LATEST_PROJECTS);
  },
});
