import type { DataSource } from 'typeorm';

import { poolOf } from '../database/data-source.js';
import { publishGauge } from '../metrics/metrics.js';
import { OutboxEntry } from './outbox-entry.entity.js';

/** Publishes the use of the pool, and how much waits in the outbox and for how long. */
export function observeDatabase(dataSource: DataSource): void {
  publishGauge({
    name: 'studiolo_database_connections',
    help: 'Connections of this process, and requests for one that wait, by state',
    labelNames: ['state'],
    read: () => {
      const { totalCount, idleCount, waitingCount } = poolOf(dataSource);
      return { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
    },
  });
  publishGauge({
    name: 'studiolo_database_connections_max',
    help: 'Connections this process may open',
    read: () => poolOf(dataSource).options.max,
  });
  publishGauge({
    name: 'studiolo_outbox_entries',
    help: 'Events and jobs that are not yet published',
    read: () => dataSource.manager.count(OutboxEntry),
  });
  publishGauge({
    name: 'studiolo_outbox_oldest_seconds',
    help: 'Age of the oldest entry of the outbox',
    read: async () => {
      const order = { createdAt: 'ASC' } as const;
      const [oldest] = await dataSource.manager.find(OutboxEntry, { order, take: 1 });
      return oldest ? Math.max(0, Date.now() - oldest.createdAt.getTime()) / 1000 : 0;
    },
  });
}
