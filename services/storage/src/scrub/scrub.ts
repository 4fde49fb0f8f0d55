import { setTimeout as delay } from 'node:timers/promises';

import { Inject, Injectable } from '@nestjs/common';
import { PeriodicTask, publishGauge } from '@studiolo/service-kit';
import { readRows, recordChange, rowsOf, SETTINGS } from '@studiolo/service-kit/database';
import { Counter } from 'prom-client';
import { DataSource, IsNull, Not } from 'typeorm';
import { z } from 'zod';

import { FileEntity, fileRowSchema } from '../entities/file.entity.js';
import { type DigestedObject, ObjectStore } from '../object-store/object-store.js';
import type { StorageSettings } from '../storage.settings.js';
import { findDamage } from './find-damage.js';

const POLL_INTERVAL_MS = 10_000;
/** Files that a replica leases at once. */
const BATCH_SIZE = 20;
/** Longer than a batch takes; after it any replica reads the files that were not checked. */
const LEASE = '1 hour';
/** Damage is looked at again this soon, so that a restored object is sound again. */
const DAMAGED_INTERVAL = '1 hour';
/** Pause after each object, as a multiple of the time that its read took: a tenth of one core at most. */
const REST_FACTOR = 9;

const checkedFiles = new Counter({
  name: 'studiolo_storage_files_checked_total',
  help: 'Files whose objects were read again and compared with what was uploaded',
});

const leasedSchema = fileRowSchema
  .pick({ size: true, sha256: true, damage: true })
  .extend({ id: z.uuid(), userId: z.uuid(), projectId: z.uuid(), objectKey: z.uuid() });
type LeasedFile = z.infer<typeof leasedSchema>;

const LEASE_FILES = rowsOf(FileEntity, leasedSchema, (columns) => ({
  name: 'lease-files-to-check',
  text: `UPDATE files SET check_due_at = now() + $1::interval
          WHERE (user_id, id) IN (SELECT user_id, id FROM files WHERE check_due_at <= now()
                                    ORDER BY check_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING ${columns}`,
}));

/**
 * Reads every object again, each within SCRUB_DAYS, and records what is missing, cut or changed. The progress is in the
 * rows: replicas lease different files, and a restart continues.
 */
@Injectable()
export class Scrub extends PeriodicTask {
  restFactor = REST_FACTOR;
  private readonly stop = new AbortController();

  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    @Inject(SETTINGS) private readonly settings: StorageSettings,
  ) {
    super(POLL_INTERVAL_MS);
  }

  override onApplicationBootstrap(): void {
    publishGauge({
      name: 'studiolo_storage_damaged_files',
      help: 'Files whose objects are missing, cut or changed, as the last check of each has found',
      read: () => this.dataSource.manager.countBy(FileEntity, { damage: Not(IsNull()) }),
    });
    if (this.settings.SCRUB_DAYS > 0) super.onApplicationBootstrap();
  }

  override wake(): void {
    if (this.settings.SCRUB_DAYS > 0) super.wake();
  }

  override async onModuleDestroy(): Promise<void> {
    this.stop.abort();
    await super.onModuleDestroy();
  }

  /** Checks until no file is due, or the process ends. */
  async run(): Promise<void> {
    while (!this.isStopping) {
      const files = await readRows(this.dataSource, LEASE_FILES, [LEASE, BATCH_SIZE]);
      for (const file of files) if (!this.isStopping) await this.check(file);
      if (files.length < BATCH_SIZE) return;
    }
  }

  private async check(file: LeasedFile): Promise<void> {
    const { signal } = this.stop;
    const began = performance.now();
    const object = await this.objects.digest(file.objectKey, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return null;
    });
    // The process ends; the lease expires.
    if (object === null) return;
    await this.record(file, object);
    const restMs = (performance.now() - began) * this.restFactor;
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }

  private async record(file: LeasedFile, object: DigestedObject | undefined): Promise<void> {
    const { id, userId, projectId, objectKey } = file;
    const damage = findDamage(file, object);
    const due = damage === null ? `${this.settings.SCRUB_DAYS} days` : DAMAGED_INTERVAL;
    await this.dataSource.transaction(async (transaction) => {
      const { affected } = await transaction.update(
        FileEntity,
        { userId, id },
        {
          damage,
          checkedAt: () => 'now()',
          checkDueAt: () => `now() + interval '${due}'`,
          ...(object && damage === null && { sha256: object.sha256, objectEtag: object.etag }),
        },
      );
      // Deleted meanwhile, with its object.
      if (!affected) return;
      checkedFiles.inc();
      if (damage === file.damage) return;
      await recordChange(transaction, { kind: 'file', action: 'updated', userId, projectId });
      if (damage === null) this.logger.log({ objectKey }, 'An object is sound again');
      else this.logger.error({ objectKey, damage }, `An object is damaged: ${damage}`);
    });
  }
}
