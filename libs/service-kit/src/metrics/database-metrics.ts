import type { DataSource } from 'typeorm';

import { poolOf } from '../database/data-source.js';
import { publishGauge } from './metrics.js';

/** Publishes the use of the pool. */
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
}
