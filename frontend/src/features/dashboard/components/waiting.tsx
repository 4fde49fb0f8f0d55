import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { paths } from '../../../lib/paths';
import { waitingQuery } from '../api/queries';

const waiting = [
  { status: 'review', label: 'Review' },
  { status: 'blocked', label: 'On Hold' },
] as const;

function Count({ status, label }: (typeof waiting)[number]) {
  const { data: total } = useQuery(waitingQuery(status));
  return (
    <Link to={`${paths.projects}?status=${status}`}>
      {label} {total ?? '–'}
    </Link>
  );
}

/** How many projects wait for somebody's decision. */
export function Waiting() {
  const [review, hold] = waiting;
  return (
    <>
      <Count {...review} /> · <Count {...hold} />
    </>
  );
}
