import { Injectable } from '@nestjs/common';
import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { HealthRegistry, PeriodicTask } from '@studiolo/service-kit';
import { readRows, rowsOf } from '@studiolo/service-kit/database';
import { DataSource } from 'typeorm';
import { z } from 'zod';

import { FileEntity } from '../entities/file.entity.js';
import { InstallationEntity } from '../entities/installation.entity.js';
import { type ListedObject, ObjectStore } from '../object-store/object-store.js';

const INTERVAL_MS = 1000;
const OBJECT_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FIND_UNKNOWN_KEYS = rowsOf(FileEntity, z.object({ objectKey: z.uuid() }), (columns) => ({
  name: 'find-unknown-keys',
  text: `SELECT ${columns} FROM unnest($1::uuid[]) AS listed (object_key)
          WHERE NOT EXISTS (SELECT FROM files WHERE object_key = listed.object_key)
            AND NOT EXISTS (SELECT FROM upload_files WHERE object_key = listed.object_key)
            AND NOT EXISTS (SELECT FROM object_deletions WHERE object_key = listed.object_key)`,
}));

/**
 * Ensures that database and bucket belong together: both hold the id of the installation. Creates and marks the bucket
 * once the store is reachable; until then this process is not ready.
 */
@Injectable()
export class Installation extends PeriodicTask {
  private isSetUp = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    health: HealthRegistry,
  ) {
    super(INTERVAL_MS);
    health.register('object-store', () => objects.check());
  }

  async run(): Promise<void> {
    if (this.isSetUp) return;
    await this.objects.ensureBucket();
    await this.ownsBucket();
    this.isSetUp = true;
  }

  /**
   * Whether the bucket belongs to this database. A bucket without an id gets this database's if the database knows at
   * least half of its first objects: it is new, was restored without its id, or its store shows an object before its
   * content.
   */
  async ownsBucket(): Promise<boolean> {
    const { id } = await this.dataSource.manager.findOneByOrFail(InstallationEntity, {
      onlyRow: true,
    });
    const marked = await this.objects.readText(INSTALLATION_OBJECT);
    if (marked) return marked === id;
    const objects = objectsOfUploads(await this.objects.list());
    const unknown = await findUnknownKeys(this.dataSource, objects);
    if (unknown.length * 2 > objects.length) return false;
    await this.objects.writeText(INSTALLATION_OBJECT, id);
    return true;
  }
}

/** The objects whose keys have the form of upload keys. */
export function objectsOfUploads(objects: readonly ListedObject[]): ListedObject[] {
  return objects.filter(({ key }) => OBJECT_KEY.test(key));
}

/** The keys that no file, open upload or pending deletion references. */
export async function findUnknownKeys(
  dataSource: DataSource,
  objects: readonly ListedObject[],
): Promise<string[]> {
  const keys = objects.map(({ key }) => key);
  const rows = await readRows(dataSource, FIND_UNKNOWN_KEYS, [keys]);
  return rows.map(({ objectKey }) => objectKey);
}
