import { endSessionOperation, listSessionsOperation, type UserSession } from '@studiolo/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

import { call } from '../../../lib/api/client';
import { isAbsent, isRefusedFor } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/api/queries';
import { formatMoment } from '../../../lib/format';
import { toast } from '../../../lib/toasts';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { Skeleton } from '../../../ui/skeleton';
import styles from './profile.module.css';
import { Section } from './section';

/** Ends a session and reloads the list, even after a failure. */
function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(endSessionOperation, { params: { id } }).catch((error: unknown) => {
        // The session may have ended already.
        if (!isRefusedFor(error, ['SESSION_NOT_FOUND'], 404)) throw error;
      }),
    onSuccess: () => toast.success('Session ended'),
    onError: () => toast.error('Failed to end session'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions }),
  });
}

function SessionList({ sessions }: { sessions: readonly UserSession[] }) {
  const ending = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.sessions} aria-label="Sessions">
        {sessions.map(({ id, device, current, last_seen_at: lastSeen }) => (
          <li key={id} className={styles.session}>
            <div>
              <p className={styles.device}>{device}</p>
              <p className={styles.note}>
                {current ? (
                  <span className={styles.current}>This session</span>
                ) : (
                  `Last seen ${formatMoment(lastSeen)}`
                )}
              </p>
            </div>
            {!current && (
              <Button
                size="small"
                isBusy={ending.isPending && ending.variables === id}
                aria-label={`End session: ${device}`}
                // The button that had the focus is gone then.
                onClick={() => ending.mutate(id, { onSuccess: () => list.current?.focus() })}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.every(({ current }) => current) && (
        <p className={styles.note}>You are signed in nowhere else.</p>
      )}
    </>
  );
}

/** The user's sessions, each with a button to end it except the current one; nothing where the server lists none. */
export function SessionsSection() {
  const query = useQuery({
    queryKey: queryKeys.sessions,
    queryFn: ({ signal }) => call(listSessionsOperation, { signal }),
    staleTime: 0,
  });
  const { error, isPending, isFetching, refetch } = query;
  const sessions = query.data?.sessions;
  if (isAbsent(error)) return null;
  return (
    <Section
      title="Where you are signed in"
      text="End a session you do not recognise, and change your password."
    >
      {sessions && <SessionList sessions={sessions} />}
      {isPending && (
        <div className={styles.sessions} aria-busy role="status" aria-label="Loading sessions">
          <Skeleton height="2.5rem" />
        </div>
      )}
      {!sessions && error && (
        <>
          <Notice type="error">Failed to load sessions</Notice>
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      )}
    </Section>
  );
}
