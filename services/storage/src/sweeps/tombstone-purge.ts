import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 10 * 60 * 1000;
/** Keeps each statement well under its time-out, however long nothing was purged. */
const BATCH_SIZE = 5000;

const DELETE_OLD_TOMBSTONES = `
  WITH deleted AS (
    DELETE FROM tombstones
     WHERE id IN (SELECT id FROM tombstones WHERE created_at < now() - interval '1 day'
                   LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING id)
  SELECT count(*) FROM deleted`;

/**
 * Deletes tombstones of the day before. An upload that was open when its project was deleted ends within a minute, and
 * later ones are refused by the projects service, since no file is left. An event that arrives later writes a new one.
 */
@Injectable()
export class TombstonePurge extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    let deleted: number;
    do {
      const [{ count }] = await this.dataSource.query<[{ count: number }]>(DELETE_OLD_TOMBSTONES, [
        BATCH_SIZE,
      ]);
      deleted = count;
    } while (deleted === BATCH_SIZE && !this.isStopping);
  }
}
