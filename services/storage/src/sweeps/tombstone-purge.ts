import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { deleteOldTombstones } from '../tombstones.js';

const INTERVAL_MS = 10 * 60 * 1000;
/** Keeps each statement well under its time-out, however long nothing was purged. */
const BATCH_SIZE = 5000;

/** Deletes tombstones that no upload can need any more. */
@Injectable()
export class TombstonePurge extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    let deleted: number;
    do deleted = await deleteOldTombstones(this.dataSource, BATCH_SIZE);
    while (deleted === BATCH_SIZE && !this.isStopping);
  }
}
