import { Injectable } from '@nestjs/common';
import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { runStatement } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { ObjectStore } from '../object-store/object-store.js';
import { findUnknownKeys, objectsOfUploads } from './object-references.js';

const GET_ID = {
  text: `INSERT INTO installation DEFAULT VALUES
         ON CONFLICT (only_row) DO UPDATE SET only_row = true RETURNING id`,
};

/** Ensures that database and bucket belong together: both hold the id of the installation. */
@Injectable()
export class Installation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
  ) {}

  /**
   * Whether the bucket belongs to this database. A bucket without an id, because it is new, restored or of an earlier
   * version, gets this database's id if the database knows at least half of its first objects.
   */
  async ownsBucket(): Promise<boolean> {
    const [row] = await runStatement<{ id: string }>(this.dataSource, GET_ID, []);
    const id = row?.id ?? '';
    const marked = await this.objects.readText(INSTALLATION_OBJECT);
    if (marked !== undefined) return marked === id;
    if (!(await this.knowsObjects())) return false;
    await this.objects.writeText(INSTALLATION_OBJECT, id);
    return true;
  }

  private async knowsObjects(): Promise<boolean> {
    const objects = objectsOfUploads(await this.objects.list());
    const unknown = await findUnknownKeys(this.dataSource, objects);
    return unknown.length * 2 <= objects.length;
  }
}
