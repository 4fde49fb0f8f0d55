import {
  endOtherSessionsOperation,
  endSessionOperation,
  listSessionsOperation,
  type UserSession,
} from '@studiolo/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';

import { call } from '../../../lib/api/client';
import { isAbsent, isRefusedFor } from '../../../lib/api/errors';
import { queryKeys } from '../../../lib/api/queries';
import { formatMoment } from '../../../lib/format';
import { toast } from '../../../lib/toasts';
import { Banner } from '../../../ui/banner';
import { Button } from '../../../ui/button';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
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

interface EndOthersProps {
  hasOthers: boolean;
  list: RefObject<HTMLElement | null>;
}

function EndOthers({ hasOthers, list }: EndOthersProps) {
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const [hasEnded, setHasEnded] = useState(false);
  const { mutate: endOthers, isPending } = useMutation({
    mutationFn: () => call(endOtherSessionsOperation, {}),
    onSuccess: () => {
      setHasEnded(true);
      toast.success('All other sessions ended');
    },
    onError: () => toast.error('Failed to end all other sessions'),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.sessions });
      setIsAsking(false);
    },
  });
  return (
    <>
      {hasOthers && <Button onClick={() => setIsAsking(true)}>End all other sessions</Button>}
      <ConfirmDialog
        isOpen={isAsking}
        title="End all other sessions"
        message="Every other browser and device has to sign in again, and loses what it is uploading."
        confirmLabel="End sessions"
        isDangerous
        isBusy={isPending}
        onConfirm={() => endOthers()}
        onClose={() => setIsAsking(false)}
        // The button that had the focus is gone then.
        returnFocusTo={hasEnded ? () => list.current : undefined}
      />
    </>
  );
}

function SessionList({ sessions }: { sessions: readonly UserSession[] }) {
  const ending = useEndSession();
  const list = useRef<HTMLUListElement>(null);
  const hasOthers = sessions.some(({ current }) => !current);
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
      {!hasOthers && <p className={styles.note}>You are signed in nowhere else.</p>}
      <EndOthers hasOthers={hasOthers} list={list} />
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
          <Banner type="error">Failed to load sessions</Banner>
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </>
      )}
    </Section>
  );
}
