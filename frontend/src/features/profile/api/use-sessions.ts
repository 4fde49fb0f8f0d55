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

/** Ends a session and reloads the list, even after a failure. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(endSessionOperation, { params: { id } }).catch((error: unknown) => {
        // 404: the session has already ended.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }),
    onSuccess: () => toast.success('Session ended'),
    onError: () => toast.error('Failed to end session'),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
