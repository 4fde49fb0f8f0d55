import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

import { formatMegabytes, shortMegabytes } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { storageUsageQuery } from '../../../lib/queries';
import { Skeleton } from '../../../ui/skeleton';
import { projectCountsQuery } from '../api/queries';
import styles from './stat-cards.module.css';

interface StatCardProps {
  label: string;
  to: string;
  /** Undefined while loading; null after a failure, which the card does not mention. */
  value: ReactNode;
  unit?: string | undefined;
}

function StatCard({ label, to, value, unit }: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>
        <Link to={to} className={styles.link}>
          {label}
        </Link>
      </dt>
      <dd className={styles.figure}>
        {value === undefined ? <Skeleton width="3ch" height="1em" /> : (value ?? '–')}
        {unit && <span className={styles.unit}> {unit}</span>}
      </dd>
    </div>
  );
}

/** A query's value: undefined while loading, null after a failure. */
function figure<Data>(
  query: { data: Data | undefined; isError: boolean },
  pick: (data: Data) => ReactNode,
) {
  if (query.data !== undefined) return pick(query.data);
  return query.isError ? null : undefined;
}

export function StatCards() {
  const counts = useQuery(projectCountsQuery);
  const usage = useQuery(storageUsageQuery);
  const quota = usage.data && `MB of ${shortMegabytes(usage.data.quota_bytes)} MB`;
  return (
    <dl className={styles.cards} aria-busy={counts.isPending || usage.isPending}>
      <StatCard
        label="Total Projects"
        to={paths.projects}
        value={figure(counts, ({ total }) => total)}
      />
      <StatCard
        label="Active"
        to={`${paths.projects}?view=board`}
        value={figure(counts, ({ active }) => active)}
      />
      <StatCard
        label="Completed"
        to={`${paths.projects}?status=completed`}
        value={figure(counts, ({ completed }) => completed)}
      />
      <StatCard
        label="Storage"
        to={paths.storage}
        value={figure(usage, ({ total_storage_bytes }) => formatMegabytes(total_storage_bytes))}
        unit={quota}
      />
    </dl>
  );
}
