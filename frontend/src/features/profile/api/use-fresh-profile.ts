import { getProfileOperation } from '@studiolo/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { User } from '../../../lib/api/answers';
import { call } from '../../../lib/api/client';
import { queryKeys } from '../../../lib/queries';
import { updateUser, useUser } from '../../../lib/session';

/** The signed-in user, first from storage and then from the server. */
export function useFreshProfile(): User {
  const user = useUser();
  const { data: fresh } = useQuery({
    queryKey: queryKeys.profile,
    queryFn: async ({ signal }) => (await call(getProfileOperation, { signal })).user,
    staleTime: 0,
  });
  useEffect(() => {
    if (fresh) updateUser(fresh);
  }, [fresh]);
  return user;
}
