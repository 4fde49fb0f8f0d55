import { QueryClient } from '@tanstack/react-query';

import { MissingCodeError } from '../code/fetch-code';
import { currentUserKey, onSessionChange } from '../session/session';
import { ApiError, InvalidAnswerError, isOutage, TimeoutError } from './errors';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 10_000;

const HOPELESS = [InvalidAnswerError, MissingCodeError, TimeoutError];

/**
 * Outages and lost answers are retried. Refusals, invalid answers and missing code would fail again, and whoever has
 * waited for the whole time of a call would wait for it again.
 */
function isWorthRetrying(error: Error): boolean {
  if (HOPELESS.some((Hopeless) => error instanceof Hopeless)) return false;
  return !(error instanceof ApiError) || isOutage(error);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // Calls are made even when the browser reports being offline, because a local API may answer.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

let cache: { userKey: string; client: QueryClient } | null = null;

onSessionChange(() => {
  if (!cache || cache.userKey === currentUserKey()) return;
  void cache.client.cancelQueries();
  cache = null;
});

/** The data of the signed-in user; null when nobody is. It ends with the session. */
export function currentQueryClient(): QueryClient | null {
  const userKey = currentUserKey();
  if (userKey === null) return null;
  cache ??= { userKey, client: createQueryClient() };
  return cache.client;
}
