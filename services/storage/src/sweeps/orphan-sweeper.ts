import { Injectable } from '@nestjs/common';
import { PeriodicTask, runStatement, type Statement } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';

import { missingObjects, orphansRemoved } from '../metrics.js';
import { type ListedObject, ObjectStore } from '../object-store/object-store.js';
import { StoragePolicy } from '../storage-policy.js';

const POLL_INTERVAL_MS = 10_000;
const SWEEP_INTERVAL_MS = 60_000;
/** A sweep of a large bucket is followed by this many times its own duration of rest. */
const REST_FACTOR = 20;
const REMOVE_BATCH_SIZE = 200;
const OBJECT_KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Lost objects looked into at once; more than a few mean that the store itself was lost. */
const MISSING_MAX = 1000;
const LEASE_KEY = 'storage:orphan-sweep';

const FIND_UNKNOWN_KEYS = {
  name: 'find-unknown-keys',
  text: `SELECT key FROM unnest($1::uuid[]) AS key
          WHERE NOT EXISTS (SELECT FROM files WHERE object_key = key)
            AND NOT EXISTS (SELECT FROM upload_files WHERE object_key = key)
            AND NOT EXISTS (SELECT FROM object_deletions WHERE object_key = key)`,
};

// Keys sort the same as uuid and as text.
const FIND_UNLISTED_FILES = {
  text: `SELECT object_key AS key FROM files
          WHERE ($1::uuid IS NULL OR object_key > $1) AND ($2::uuid IS NULL OR object_key <= $2)
            AND created_at < $3 AND object_key <> ALL($4::uuid[])
          ORDER BY object_key LIMIT ${MISSING_MAX}`,
};

const FIND_FILES_BY_KEY = {
  text: 'SELECT object_key AS key FROM files WHERE object_key = ANY($1::uuid[])',
};

export interface SweepResult {
  /** Objects that nothing referred to; they are gone now. */
  readonly orphans: string[];
  /** Keys of files whose object is not in the store. Nothing is done about them but telling. */
  readonly missing: string[];
}

/** A page of the bucket: all its objects after one key up to another; undefined means no bound. */
interface PageOfKeys {
  readonly after: string | undefined;
  readonly upTo: string | undefined;
  readonly page: readonly ListedObject[];
  readonly settledBefore: Date;
}

/**
 * Compares the bucket with the database. A key is made by a reservation, becomes a file's or is given
 * up, and never comes back: so an object that was listed and that neither a file, an open upload nor a
 * pending deletion names *afterwards* is an orphan for good. The age rule stands behind that: should
 * it ever be broken, uploads that run are not what is at stake.
 */
@Injectable()
export class OrphanSweeper extends PeriodicTask {
  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    private readonly policy: StoragePolicy,
    private readonly redis: Redis,
  ) {
    super(POLL_INTERVAL_MS);
  }

  /** Sweeps when it is time. One replica at a time; a lost lease costs a second sweep and nothing else. */
  async run(): Promise<void> {
    const lease = await this.redis.set(LEASE_KEY, '1', 'PX', SWEEP_INTERVAL_MS, 'NX');
    if (lease !== 'OK') return;
    const began = performance.now();
    await this.sweep();
    const rest = Math.round((performance.now() - began) * REST_FACTOR);
    if (rest > SWEEP_INTERVAL_MS) await this.redis.set(LEASE_KEY, '1', 'PX', rest);
  }

  /** Goes once through the bucket and through the files. */
  async sweep(): Promise<SweepResult> {
    const orphans: string[] = [];
    const missing: string[] = [];
    const settledBefore = new Date(this.objects.now().getTime() - this.policy.orphanAgeMs);
    let after: string | undefined;
    for await (const page of this.pages()) {
      const upTo = page.at(-1)?.key;
      orphans.push(...(await this.removeOrphans(page, settledBefore)));
      missing.push(...(await this.findMissing({ after, upTo, page, settledBefore })));
      after = upTo;
    }
    if (!this.isStopping) {
      missing.push(
        ...(await this.findMissing({ after, upTo: undefined, page: [], settledBefore })),
      );
    }
    this.tell(orphans, missing);
    return { orphans, missing };
  }

  /** The objects of the bucket that are ours, page by page in the order of their keys. */
  private async *pages(): AsyncGenerator<ListedObject[]> {
    let last: string | undefined;
    do {
      const page = await this.objects.list(last);
      last = page.at(-1)?.key;
      const ours = page.filter(({ key }) => OBJECT_KEY.test(key));
      if (ours.length > 0) yield ours;
    } while (last !== undefined && !this.isStopping);
  }

  private async removeOrphans(page: ListedObject[], settledBefore: Date): Promise<string[]> {
    const settled = page.filter(({ modifiedAt }) => modifiedAt < settledBefore);
    const orphans = await this.keys(FIND_UNKNOWN_KEYS, [settled.map(({ key }) => key)]);
    for (let start = 0; start < orphans.length; start += REMOVE_BATCH_SIZE) {
      await this.objects.remove(orphans.slice(start, start + REMOVE_BATCH_SIZE));
    }
    return orphans;
  }

  private async findMissing({ after, upTo, page, settledBefore }: PageOfKeys): Promise<string[]> {
    const listed = page.map(({ key }) => key);
    const values = [after ?? null, upTo ?? null, settledBefore, listed];
    const unlisted = await this.keys(FIND_UNLISTED_FILES, values);
    const sizes = await Promise.all(unlisted.map((key) => this.objects.sizeOf(key)));
    const absent = unlisted.filter((_key, index) => sizes[index] === undefined);
    // Those whose file was deleted meanwhile are as they should be.
    return absent.length === 0 ? [] : this.keys(FIND_FILES_BY_KEY, [absent]);
  }

  private async keys(statement: Statement, values: unknown[]): Promise<string[]> {
    const rows = await runStatement<{ key: string }>(this.dataSource, statement, values);
    return rows.map(({ key }) => key);
  }

  private tell(orphans: string[], missing: string[]): void {
    orphansRemoved.inc(orphans.length);
    missingObjects.set(missing.length);
    if (orphans.length > 0) this.logger.log(`Removed ${orphans.length} objects nothing refers to`);
    if (missing.length === 0) return;
    this.logger.error(
      { objectKeys: missing.slice(0, 10) },
      `${missing.length} files have lost their object`,
    );
  }
}
