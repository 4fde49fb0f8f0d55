import { Inject, Injectable } from '@nestjs/common';
import { UPLOAD_TTL_MS } from '@studiolo/contracts';
import { PeriodicTask, SETTINGS } from '@studiolo/service-kit';
import { Redis } from 'ioredis';
import { Counter, Gauge } from 'prom-client';
import { And, Any, DataSource, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';

import { FileEntity } from '../entities/file.entity.js';
import { findUnknownKeys, Installation, objectsOfUploads } from '../installation/installation.js';
import { ObjectStore } from '../object-store/object-store.js';
import type { StorageSettings } from '../storage.settings.js';

const POLL_INTERVAL_MS = 10_000;
const SWEEP_INTERVAL_MS = 60_000;
/** Pause after the sweep of a large bucket, as a multiple of its duration. */
const REST_FACTOR = 20;
const REMOVE_BATCH_SIZE = 200;
/** Up to this many orphans are always removed: so few do not suggest a foreign database. */
const ORPHANS_ALWAYS_REMOVED = 10;
/** Most orphans that one sweep collects in memory; the next sweep continues. */
const ORPHANS_PER_SWEEP_MAX = 10_000;
/** Most files without a listed object that are checked for each page. */
const MISSING_MAX = 1000;
const LEASE_KEY = 'storage:orphan-sweep';

/** Before and behind all keys. Keys sort the same in the store as in the database. */
const LOWEST_KEY = '00000000-0000-0000-0000-000000000000';
const HIGHEST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const orphansRemoved = new Counter({
  name: 'studiolo_storage_orphans_removed_total',
  help: 'Objects removed because nothing referred to them',
});

const sweepsRefused = new Counter({
  name: 'studiolo_storage_sweeps_refused_total',
  help: 'Sweeps that removed nothing: the bucket is of another `installation`, or the `share` of orphans too large',
  labelNames: ['reason'],
});
// Starts each counter at 0: without an earlier sample the rate would miss the first refusal, and no alert would fire.
for (const reason of ['installation', 'share']) sweepsRefused.inc({ reason }, 0);

const missingObjects = new Gauge({
  name: 'studiolo_storage_missing_objects',
  help: 'Files without an object, as the last sweep that found its end counted them',
});

export interface SweepResult {
  /** Unreferenced objects, now removed unless the sweep was refused. */
  readonly orphans: string[];
  /** Keys of files whose object is missing from the store; the sweep only reports them. */
  readonly missing: string[];
  /** Why nothing was removed. */
  readonly refused?: Refusal;
}

/** Why a sweep removes nothing: the bucket is another installation's, or too many of its objects are unknown. */
type Refusal = 'installation' | 'share';

/**
 * Compares the bucket with the database. A reservation creates a key. The key then belongs to a file, or is never used,
 * and no key is made twice: so a listed object is an orphan for good if *afterwards* no file, open upload or pending
 * deletion has its key. As a second safeguard, young objects are kept, so that an error in this rule cannot harm
 * running uploads. Nothing is removed if the bucket belongs to another database, or if the database does not know too
 * large a share of its objects.
 */
@Injectable()
export class OrphanSweeper extends PeriodicTask {
  /** Milliseconds an object must be unchanged before it can count as an orphan: no transfer lasts as long. */
  orphanAgeMs = 2 * UPLOAD_TTL_MS;
  private refused: Refusal | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    private readonly redis: Redis,
    private readonly installation: Installation,
    @Inject(SETTINGS) private readonly settings: StorageSettings,
  ) {
    super(POLL_INTERVAL_MS);
  }

  /** Sweeps when due, in one replica at a time; a lost lease costs only a second sweep. */
  async run(): Promise<void> {
    const lease = await this.redis.set(LEASE_KEY, '1', 'PX', SWEEP_INTERVAL_MS, 'NX');
    if (lease !== 'OK') return;
    const began = performance.now();
    await this.sweep();
    const rest = Math.round((performance.now() - began) * REST_FACTOR);
    if (rest > SWEEP_INTERVAL_MS) await this.redis.set(LEASE_KEY, '1', 'PX', rest);
  }

  /** Compares the whole bucket with all files once. */
  async sweep(): Promise<SweepResult> {
    const result = (await this.installation.ownsBucket())
      ? await this.compare()
      : { orphans: [], missing: [], refused: 'installation' as const };
    if (!result.refused) await this.remove(result.orphans);
    this.tell(result);
    return result;
  }

  private async compare(): Promise<SweepResult> {
    const orphans: string[] = [];
    const missing: string[] = [];
    const settledBefore = new Date(this.objects.now().getTime() - this.orphanAgeMs);
    let count = 0;
    let after = LOWEST_KEY;
    let last: string | undefined;
    do {
      const page = await this.objects.list(last);
      last = page.at(-1)?.key;
      const listed = objectsOfUploads(page);
      const settled = listed.filter(({ modifiedAt }) => modifiedAt < settledBefore);
      orphans.push(...(await findUnknownKeys(this.dataSource, settled)));
      const upTo = last === undefined ? HIGHEST_KEY : (listed.at(-1)?.key ?? after);
      const keys = listed.map(({ key }) => key);
      missing.push(...(await this.findMissing(after, upTo, keys, settledBefore)));
      count += listed.length;
      after = upTo;
    } while (last !== undefined && !this.isStopping && orphans.length < ORPHANS_PER_SWEEP_MAX);
    const isTooMany =
      orphans.length > ORPHANS_ALWAYS_REMOVED &&
      orphans.length > count * this.settings.ORPHAN_SHARE_MAX;
    return { orphans, missing, ...(isTooMany && { refused: 'share' as const }) };
  }

  private async remove(orphans: readonly string[]): Promise<void> {
    for (let start = 0; start < orphans.length; start += REMOVE_BATCH_SIZE) {
      await this.objects.remove(orphans.slice(start, start + REMOVE_BATCH_SIZE));
    }
    orphansRemoved.inc(orphans.length);
    if (orphans.length > 0) this.logger.log(`Removed ${orphans.length} objects nothing refers to`);
  }

  /** Keys after one and up to another, of files that are old enough to have an object, but have none. */
  private async findMissing(after: string, upTo: string, listed: string[], settledBefore: Date) {
    const { manager } = this.dataSource;
    const unlisted = await manager.find(FileEntity, {
      where: {
        objectKey: And(MoreThan(after), LessThanOrEqual(upTo), Not(Any(listed))),
        createdAt: LessThan(settledBefore.toISOString()),
      },
      order: { objectKey: 'ASC' },
      take: MISSING_MAX,
    });
    const found = await Promise.all(unlisted.map((file) => this.objects.stat(file.objectKey)));
    const absent = unlisted.filter((_file, index) => !found[index]);
    // The object of a file that was deleted meanwhile is not missing.
    const ids = absent.map(({ id }) => id);
    const files = await manager.findBy(FileEntity, { id: Any(ids) });
    return files.map(({ objectKey }) => objectKey);
  }

  private tell({ orphans, missing, refused }: SweepResult): void {
    if (refused) sweepsRefused.inc({ reason: refused });
    if (refused && refused !== this.refused) this.logger.error(explanation(refused, orphans));
    this.refused = refused;
    if (refused === 'installation') return;
    missingObjects.set(missing.length);
    if (missing.length === 0) return;
    this.logger.error(
      { objectKeys: missing.slice(0, 10) },
      `${missing.length} files have lost their object`,
    );
  }
}

function explanation(refused: Refusal, orphans: readonly string[]): string {
  return refused === 'installation'
    ? 'The bucket belongs to another installation or is unknown to the database: nothing is removed'
    : `The database does not know ${orphans.length} objects, more than ORPHAN_SHARE_MAX: nothing is removed`;
}
