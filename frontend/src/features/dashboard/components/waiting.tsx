import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { paths } from '../../../lib/paths';
import { projectSummaryQuery } from '../../../lib/project-lists';

function Count({ status, label }: { status: string; label: string }) {
  const { data: summary } = useQuery(projectSummaryQuery({ search: '', status }));
  return (
    <Link to={`${paths.projects}?status=${status}`}>
      {label} {summary?.total ?? '–'}
    </Link>
  );
}

/** How many projects wait for somebody's decision. */
export function Waiting() {
  return (
    <>
      <Count status="review" label="Review" /> · <Count status="blocked" label="On Hold" />
    </>
  );
}
