import type { DataSource } from 'typeorm';

import { poolOf } from '../database/data-source.js';
import { OutboxEntry } from '../outbox/outbox-entry.entity.js';
import { publishGauge } from './metrics.js';

/** Publishes the use of the pool and the state of the outbox. */
export function observeDatabase(dataSource: DataSource): void {
  publishGauge(
    {
      name: 'studiolo_database_connections',
      help: 'Connections of this process, and requests for one that wait, by state',
      labelNames: ['state'],
    },
    () => {
      const { totalCount, idleCount, waitingCount } = poolOf(dataSource);
      return [
        { labels: { state: 'used' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
        { labels: { state: 'awaited' }, value: waitingCount },
      ];
    },
  );
  publishGauge(
    { name: 'studiolo_database_connections_max', help: 'Connections this process may open' },
    () => [{ value: poolOf(dataSource).options.max }],
  );
  publishGauge(
    { name: 'studiolo_outbox_entries', help: 'Events and jobs that are not yet published' },
    async () => [{ value: await dataSource.manager.count(OutboxEntry) }],
  );
  publishGauge(
    { name: 'studiolo_outbox_oldest_seconds', help: 'Age of the oldest entry of the outbox' },
    async () => {
      const [oldest] = await dataSource.manager.find(OutboxEntry, {
        order: { created_at: 'ASC' },
        take: 1,
      });
      const ageMs = oldest ? Date.now() - oldest.created_at.getTime() : 0;
      return [{ value: Math.max(0, ageMs) / 1000 }];
    },
  );
}
