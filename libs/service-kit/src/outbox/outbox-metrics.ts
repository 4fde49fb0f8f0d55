import type { DataSource } from 'typeorm';

import { publishGauge } from '../metrics/metrics.js';
import { OutboxEntry } from './outbox-entry.entity.js';

/** Publishes how much waits in the outbox, and for how long. */
export function observeOutbox(dataSource: DataSource): void {
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
