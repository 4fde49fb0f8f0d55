import { getProfileOperation, type LiveChange } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { call } from '../../lib/api/client';
import { queryKeys } from '../../lib/queries';
import { updateUser } from '../../lib/session';

async function refreshProfile(queryClient: QueryClient): Promise<void> {
  const { user } = await call(getProfileOperation, {});
  updateUser(user);
  queryClient.setQueryData(queryKeys.profile, user);
}

/** Reloads the changed data that the open page shows; other pages reload theirs when they open. */
export async function refresh(
  queryClient: QueryClient,
  changes: readonly LiveChange[] | 'all',
): Promise<void> {
  const isAbout = (isIt: (kind: LiveChange['kind']) => boolean) =>
    changes === 'all' || changes.some(({ kind }) => isIt(kind));
  const keys = [
    ...(isAbout((kind) => kind !== 'profile') ? [queryKeys.projects, queryKeys.storageUsage] : []),
    ...(isAbout((kind) => kind === 'profile') ? [queryKeys.sessions] : []),
  ];
  await Promise.all([
    ...keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    ...(isAbout((kind) => kind === 'profile') ? [refreshProfile(queryClient)] : []),
  ]);
}
