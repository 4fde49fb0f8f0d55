import { QueryClient } from '@tanstack/react-query';

import { ApiError, InvalidAnswerError } from '../../lib/api/errors';
import { MissingCodeError } from '../../lib/late-code';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 10_000;

/** A refusal will be refused again, and missing code stays missing; an outage or a lost answer may pass. */
function isWorthRetrying(error: Error): boolean {
  if (error instanceof InvalidAnswerError || error instanceof MissingCodeError) return false;
  return !(error instanceof ApiError) || error.status >= 502;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Asked for even while the browser believes itself offline: a local API may still answer.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      },
      // A change is never sent twice on its own.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
