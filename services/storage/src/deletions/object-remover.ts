import { Injectable } from '@nestjs/common';
import { OBJECTS_KEPT_LOCK } from '@studiolo/contracts';
import { PeriodicTask } from '@studiolo/service-kit';
import { readRows, rowsOf } from '@studiolo/service-kit/database';
import { Any, DataSource } from 'typeorm';
import { z } from 'zod';

import { ObjectDeletion } from '../entities/object-deletion.entity.js';
import { ObjectStore } from '../object-store/object-store.js';

const POLL_INTERVAL_MS = 1000;
/** Small enough for the store to remove within the time-out of one call. */
const BATCH_SIZE = 200;
/** Longer than a call to the store may take; after it any replica retries the objects that were not removed. */
const LEASE = '3 seconds';

// Leases nothing while a backup holds the lock. A backup that starts during this statement waits for its end before it
// reads the files, which no longer include the leased ones.
const LEASE_DELETIONS = rowsOf(ObjectDeletion, z.object({ objectKey: z.uuid() }), (columns) => ({
  name: 'lease-deletions',
  text: `UPDATE object_deletions SET due_at = now() + $1::interval
          WHERE (SELECT pg_try_advisory_xact_lock_shared($3))
            AND object_key IN (SELECT object_key FROM object_deletions WHERE due_at <= now()
                                   ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
}));

/** Removes the objects that committed transactions no longer reference, and retries after a crash or an outage. */
@Injectable()
export class ObjectRemover extends PeriodicTask {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
  ) {
    super(POLL_INTERVAL_MS);
  }

  /** Removes until nothing is due, or the process ends. */
  async run(): Promise<void> {
    while (!this.isStopping) {
      const values = [LEASE, BATCH_SIZE, OBJECTS_KEPT_LOCK];
      const leased = await readRows(this.dataSource, LEASE_DELETIONS, values);
      if (leased.length === 0) return;
      const keys = leased.map(({ objectKey }) => objectKey);
      await this.objects.remove(keys);
      await this.dataSource.manager.delete(ObjectDeletion, { objectKey: Any(keys) });
    }
  }
}
