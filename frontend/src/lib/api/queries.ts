import { getProfileOperation, storageUsageOperation } from '@studiolo/contracts';
import { queryOptions } from '@tanstack/react-query';

import { updateUser } from '../session/session';
import { call } from './client';
import { usageWithout } from './hidden-files';

/** Keys with which features refresh each other's data. */
export const queryKeys = {
  /** Everything about projects: lists, counts, details. Invalidate it after any change. */
  projects: ['projects'],
  latestProjects: ['projects', 'latest'],
  storageUsage: ['storage-usage'],
  sessions: ['sessions'],
} as const;

export const storageUsageQuery = queryOptions({
  queryKey: queryKeys.storageUsage,
  queryFn: async ({ signal }) => usageWithout(await call(storageUsageOperation, { signal })),
});

/** The signed-in user as the server knows him, which `useUser` then returns. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const { user } = await call(getProfileOperation, { signal });
    updateUser(user);
    return user;
  },
  staleTime: 0,
});

/** The key of mutations that only download, and so change nothing. */
export const downloadKey = ['download'];
