import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { formatMegabytes, shortMegabytes } from '../../../lib/format';
import { storageUsageQuery } from '../../../lib/queries';
import { Skeleton } from '../../../ui/skeleton';
import { projectCountsQuery } from '../api/queries';
import styles from './stat-cards.module.css';

interface StatCardProps {
  label: string;
  /** Undefined while loading; null after a failure, which the card does not mention. */
  value: ReactNode;
  unit?: string | undefined;
}

function StatCard({ label, value, unit }: StatCardProps) {
  return (
    <div className={styles.card}>
      <dt className={styles.label}>{label}</dt>
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
      <StatCard label="Total Projects" value={figure(counts, ({ total }) => total)} />
      <StatCard label="Active" value={figure(counts, ({ active }) => active)} />
      <StatCard label="Completed" value={figure(counts, ({ completed }) => completed)} />
      <StatCard
        label="Storage"
        value={figure(usage, ({ total_storage_bytes }) => formatMegabytes(total_storage_bytes))}
        unit={quota}
      />
    </dl>
  );
}
