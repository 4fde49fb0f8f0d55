import { QueryClient } from '@tanstack/react-query';

import { ApiError, InvalidAnswerError } from '../../lib/api/errors';
import { MissingCodeError } from '../../lib/fetch-code';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 10_000;

/** Outages and lost answers are retried; refusals, invalid answers and missing code would fail again. */
function isWorthRetrying(error: Error): boolean {
  if (error instanceof InvalidAnswerError || error instanceof MissingCodeError) return false;
  return !(error instanceof ApiError) || error.status >= 502;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Calls are made even when the browser reports being offline, because a local API may answer.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      },
      // A change is never retried automatically.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
