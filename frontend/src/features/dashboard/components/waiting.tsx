import type { ProjectStatus } from '@studiolo/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { paths } from '../../../lib/paths';
import { countOf, projectSummaryQuery } from '../../../lib/projects/project-lists';

/** How many projects wait for somebody's decision. */
export function Waiting() {
  const { data: summary } = useQuery(projectSummaryQuery({ search: '', status: '' }));
  const link = (status: ProjectStatus, label: string) => (
    <Link to={`${paths.projects}?status=${status}`}>
      {label} {summary ? countOf(summary, status) : '–'}
    </Link>
  );
  return (
    <>
      {link('review', 'Review')} · {link('blocked', 'On Hold')}
    </>
  );
}
