import { storageUsageOperation } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { call } from './api/client';

/** Keys with which features refresh each other's data. */
export const queryKeys = {
  /** Everything about projects: lists, counts, details. Invalidate it after any change. */
  projects: ['projects'],
  latestProjects: ['projects', 'latest'],
  storageUsage: ['storage-usage'],
  profile: ['profile'],
  sessions: ['sessions'],
} as const;

/** Storage usage and limits. */
export const storageUsageQuery = queryOptions({
  queryKey: queryKeys.storageUsage,
  queryFn: ({ signal }) => call(storageUsageOperation, { signal }),
});
