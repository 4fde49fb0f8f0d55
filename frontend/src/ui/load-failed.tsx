import type { ReactNode } from 'react';

import { Button } from './button';
import { EmptyState } from './empty-state';

interface LoadFailedProps {
  title: string;
  headingLevel?: 'h1';
  /** The query that has failed. */
  query: { isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
}

export function LoadFailed({ query, children, ...state }: LoadFailedProps) {
  return (
    <div role="alert">
      <EmptyState {...state} text="Check your connection and try again.">
        <Button variant="primary" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
        {children}
      </EmptyState>
    </div>
  );
}
