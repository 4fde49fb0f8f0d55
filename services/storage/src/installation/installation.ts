import { Injectable } from '@nestjs/common';
import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { DataSource } from 'typeorm';

import { InstallationEntity } from '../entities/installation.entity.js';
import { ObjectStore } from '../object-store/object-store.js';
import { findUnknownKeys, objectsOfUploads } from './object-references.js';

/** Ensures that database and bucket belong together: both hold the id of the installation. */
@Injectable()
export class Installation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
  ) {}

  /**
   * Whether the bucket belongs to this database. A bucket without an id, because it is new or restored without it, gets
   * this database's id if the database knows at least half of its first objects.
   */
  async ownsBucket(): Promise<boolean> {
    const { id } = await this.dataSource.manager.findOneByOrFail(InstallationEntity, {
      onlyRow: true,
    });
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
