import { endSessionOperation, listSessionsOperation } from '@studiolo/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { call } from '../../../lib/api/client';
import { ApiError } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/queries';
import { toast } from '../../../lib/toasts';

const queryKey = queryKeys.sessions;

/** The active sessions of the user. */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listSessionsOperation, { signal })).sessions,
    staleTime: 0,
  });
}

async function endSession(id: string): Promise<void> {
  try {
    await call(endSessionOperation, { params: { id } });
  } catch (error) {
    // 404: the session has already ended.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** Ends the given sessions and reloads the list, even after a failure. */
export function useEndSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await endSession(id);
    },
    onSuccess: (_nothing, ids) =>
      toast.success(ids.length === 1 ? 'Session ended' : 'All other sessions ended'),
    onError: () => toast.error('Failed to end session'),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
