import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router-dom';

import { projectPagesQuery } from '../features/projects/api/project-pages-query';
import { readAddress } from '../features/projects/project-list-address';
import { profileQuery, storageUsageQuery } from '../lib/api/queries';
import { currentQueryClient } from '../lib/api/query-client';
import { latestProjectsQuery, projectSummaryQuery } from '../lib/projects/project-lists';
import { projectQuery } from '../lib/projects/project-query';

/**
 * Starts to read what a page shows, beside its code. Nothing waits for it: the page has its own states for loading and
 * for failure, and its queries take what has been read.
 */
const reading =
  (read: (client: QueryClient, args: LoaderFunctionArgs) => unknown) =>
  (args: LoaderFunctionArgs) => {
    const client = currentQueryClient();
    if (client) read(client, args);
    return null;
  };

export const loadDashboard = reading((client) => {
  void client.prefetchQuery(projectSummaryQuery({ search: '', status: '' }));
  void client.prefetchQuery(storageUsageQuery);
  void client.prefetchQuery(latestProjectsQuery);
});

export const loadProjects = reading((client, { request }) => {
  const { view, search, status, sort } = readAddress(new URL(request.url).searchParams);
  const filter = { search, status };
  void client.prefetchQuery(projectSummaryQuery(filter));
  if (view === 'list') void client.prefetchInfiniteQuery(projectPagesQuery(filter, sort));
});

export const loadProject = reading((client, { params: { id = '' } }) => {
  void client.prefetchQuery(projectQuery(id));
  void client.prefetchQuery(storageUsageQuery);
});

export const loadStorage = reading((client) => void client.prefetchQuery(storageUsageQuery));

export const loadProfile = reading((client) => void client.prefetchQuery(profileQuery));
