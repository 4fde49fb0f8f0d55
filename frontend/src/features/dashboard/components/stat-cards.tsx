import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';

import { storageUsageQuery } from '../../../lib/api/queries';
import { formatMegabytes, shortMegabytes } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { projectSummaryQuery } from '../../../lib/projects/project-lists';
import { Skeleton } from '../../../ui/skeleton';
import styles from './stat-cards.module.css';

interface StatCardProps {
  label: string;
  to: string;
  /** Undefined while there is none, also after a failure. */
  value: number | string | undefined;
  hasFailed: boolean;
  /** Null while it is not known: its place is kept, because it may need a line of its own. */
  unit?: string | null;
}

function StatCard({ label, to, value, hasFailed, unit }: StatCardProps) {
  const figure = [value, unit].filter((part) => part !== undefined && part !== null).join(' ');
  return (
    <div className={styles.card}>
      <dt className={styles.label}>
        <Link
          to={to}
          aria-label={figure ? `${label}: ${figure}` : undefined}
          className={styles.link}
        >
          {label}
        </Link>
      </dt>
      <dd data-failed={hasFailed || undefined} className={styles.figure}>
        {value ?? <Skeleton width="2ch" height="1em" />}
        {unit !== undefined && (
          <span className={styles.unit}> {unit ?? <Skeleton width="6em" height="1lh" />}</span>
        )}
      </dd>
    </div>
  );
}

export function StatCards() {
  const counts = useQuery(projectSummaryQuery({ search: '', status: '' }));
  const usage = useQuery(storageUsageQuery);
  const quota = usage.data ? `MB of ${shortMegabytes(usage.data.quota_bytes)} MB` : null;
  return (
    <dl className={styles.cards} aria-busy={counts.isPending || usage.isPending}>
      <StatCard
        label="Total Projects"
        to={paths.projects}
        value={counts.data?.total}
        hasFailed={counts.isError}
      />
      <StatCard
        label="Active"
        to={`${paths.projects}?status=active`}
        value={counts.data?.active}
        hasFailed={counts.isError}
      />
      <StatCard
        label="Completed"
        to={`${paths.projects}?status=completed`}
        value={counts.data?.completed}
        hasFailed={counts.isError}
      />
      <StatCard
        label="Storage"
        to={paths.storage}
        value={usage.data && formatMegabytes(usage.data.total_storage_bytes)}
        hasFailed={usage.isError}
        unit={quota}
      />
    </dl>
  );
}
