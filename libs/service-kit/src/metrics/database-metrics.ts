import type { DataSource } from 'typeorm';

import { poolOf } from '../database/data-source.js';
import { runStatement } from '../database/statement.js';
import { publishGauge } from './metrics.js';

const COUNT_OUTBOX = {
  name: 'count-outbox',
  text: `SELECT count(*)::integer AS entries,
                coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age
           FROM outbox`,
};

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
    async () => [{ value: (await countOutbox(dataSource)).entries }],
  );
  publishGauge(
    { name: 'studiolo_outbox_oldest_seconds', help: 'Age of the oldest entry of the outbox' },
    async () => [{ value: (await countOutbox(dataSource)).age }],
  );
}

async function countOutbox(dataSource: DataSource): Promise<{ entries: number; age: number }> {
  const [row] = await runStatement<{ entries: number; age: number }>(dataSource, COUNT_OUTBOX, []);
  return row ?? { entries: 0, age: 0 };
}
