import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

import { Button } from './button';

/** A query that has only failed so far. A further attempt does not change that until it succeeds. */
const hasFailed = ({ state }: Query) => state.data === undefined && state.errorUpdateCount > 0;
const failed = { type: 'active', predicate: hasFailed } as const;

/** One button for everything that the open page could not load; nothing while all is well. */
export function RetryFailed() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const isNeeded = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.findAll(failed).length > 0,
    () => false,
  );
  const isBusy = useIsFetching(failed) > 0;
  if (!isNeeded) return null;
  return (
    <Button isBusy={isBusy} onClick={() => void queryClient.refetchQueries(failed)}>
      Retry
    </Button>
  );
}
