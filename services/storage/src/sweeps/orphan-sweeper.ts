import { Inject, Injectable } from '@nestjs/common';
import { UPLOAD_TTL_MS } from '@studiolo/contracts';
import { PeriodicTask, type RedisCommands } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
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
/** Up to this many orphans in the bucket are always removed: so few do not suggest a foreign database. */
const ORPHANS_ALWAYS_REMOVED = 10;
/** Most orphans that one sweep collects in memory; the next sweep continues. */
const ORPHANS_PER_SWEEP_MAX = 10_000;
/** Most files without a listed object that are checked for each page. */
const MISSING_MAX = 1000;

/** The parts of the bucket, which replicas sweep at the same time: the first digits of the keys. */
const PARTS = [...'0123456789abcdef'];
const leaseOf = (part: string) => `storage:orphan-sweep:${part}`;
/** How many orphans the last sweep of each part has found. */
const FOUND_KEY = 'storage:orphan-sweep:found';

/** Before and behind all keys of a part. Keys sort the same in the store as in the database. */
const lowestKey = (part: string) => `${part}0000000-0000-0000-0000-000000000000`;
const highestKey = (part: string) => `${part}fffffff-ffff-ffff-ffff-ffffffffffff`;

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
  help: 'Files without an object, as the last sweeps of this replica counted them',
});

export interface SweepResult {
  /** Unreferenced objects. They are removed, unless the sweep is refused or the next one has to confirm them. */
  readonly orphans: string[];
  /** Keys of files whose object is missing from the store; the sweep only reports them. */
  readonly missing: string[];
  /** Why nothing was removed, of at least one part. */
  readonly refused?: Refusal;
}

/** Why a sweep removes nothing: the bucket is another installation's, or too many of its objects are unknown. */
type Refusal = 'installation' | 'share';

interface PartResult extends SweepResult {
  readonly part: string;
  /** Number of objects. */
  readonly count: number;
}

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
  /** What this replica's last sweep of each part has found. */
  private readonly refused = new Map<string, Refusal>();
  private readonly missing = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly objects: ObjectStore,
    @Inject(Redis) private readonly redis: RedisCommands,
    private readonly installation: Installation,
    @Inject(SETTINGS) private readonly settings: StorageSettings,
  ) {
    super(POLL_INTERVAL_MS);
  }

  /** Sweeps the parts that are due, each in one replica at a time; a lost lease costs only a second sweep. */
  async run(): Promise<void> {
    for (const part of PARTS) {
      if (this.isStopping) return;
      const lease = await this.redis.set(leaseOf(part), '1', 'PX', SWEEP_INTERVAL_MS, 'NX');
      if (lease !== 'OK') continue;
      const began = performance.now();
      await this.sweep([part]);
      const rest = Math.round((performance.now() - began) * REST_FACTOR);
      if (rest > SWEEP_INTERVAL_MS) await this.redis.set(leaseOf(part), '1', 'PX', rest);
    }
  }

  /** Compares parts of the bucket, by default all, with their files once. */
  async sweep(parts: readonly string[] = PARTS): Promise<SweepResult> {
    if (!(await this.installation.ownsBucket())) {
      this.tellRefusal(parts, 'installation');
      return { orphans: [], missing: [], refused: 'installation' };
    }
    const results: PartResult[] = [];
    for (const part of parts) results.push(await this.compare(part));
    const found = await this.recordFound(results);
    const verdicts = results.map((result) => this.judge(result, found));
    const removed = results.filter((_result, index) => verdicts[index] === 'remove');
    await this.remove(removed.flatMap(({ orphans }) => orphans));
    const refused = verdicts.includes('share') ? 'share' : undefined;
    this.tellRefusal(parts, refused, found.total);
    this.tellMissing(results);
    const all = <Key extends 'orphans' | 'missing'>(key: Key) =>
      results.flatMap((part) => part[key]);
    return { orphans: all('orphans'), missing: all('missing'), ...(refused && { refused }) };
  }

  /** Compares one part with its files. */
  private async compare(part: string): Promise<PartResult> {
    const orphans: string[] = [];
    const missing: string[] = [];
    const settledBefore = new Date(this.objects.now().getTime() - this.orphanAgeMs);
    let count = 0;
    let after = lowestKey(part);
    let last: string | undefined;
    do {
      const page = await this.objects.list(last, part);
      last = page.at(-1)?.key;
      const listed = objectsOfUploads(page);
      const settled = listed.filter(({ modifiedAt }) => modifiedAt < settledBefore);
      orphans.push(...(await findUnknownKeys(this.dataSource, settled)));
      const upTo = last === undefined ? highestKey(part) : (listed.at(-1)?.key ?? after);
      const keys = listed.map(({ key }) => key);
      missing.push(...(await this.findMissing(after, upTo, keys, settledBefore)));
      count += listed.length;
      after = upTo;
    } while (last !== undefined && !this.isStopping && orphans.length < ORPHANS_PER_SWEEP_MAX);
    return { part, orphans, missing, count };
  }

  /** Replaces what the last sweeps have found, which `before` has, and adds up what is known of all parts now. */
  private async recordFound(results: readonly PartResult[]) {
    const before = await this.redis.hgetall(FOUND_KEY);
    const now = Object.fromEntries(results.map(({ part, orphans }) => [part, orphans.length]));
    await this.redis.hset(FOUND_KEY, now);
    const counts = Object.values({ ...before, ...now }).map(Number);
    return { before, total: counts.reduce((sum, count) => sum + count, 0) };
  }

  private judge(
    { part, orphans, count }: PartResult,
    { before, total }: { before: Record<string, string>; total: number },
  ): 'remove' | 'share' | 'wait' {
    if (orphans.length <= count * this.settings.ORPHAN_SHARE_MAX) return 'remove';
    if (total > ORPHANS_ALWAYS_REMOVED) return 'share';
    // In one part of a small bucket, a few are a large share. When the sweep before has found as many here, all parts have
    // been swept since, so that the total shows whether the database knows the others.
    const isSeenWhole = PARTS.every((one) => one in before);
    return isSeenWhole && Number(before[part]) >= orphans.length ? 'remove' : 'wait';
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
    const objectKey = Any(absent.map((file) => file.objectKey));
    const files = await manager.findBy(FileEntity, { objectKey });
    return files.map((file) => file.objectKey);
  }

  /** Logs a refusal once, until no part is refused for that reason. */
  private tellRefusal(parts: readonly string[], refused: Refusal | undefined, orphans = 0): void {
    const isKnown = [...this.refused.values()].some((reason) => reason === refused);
    for (const part of parts) this.refused.delete(part);
    if (!refused) return;
    for (const part of parts) this.refused.set(part, refused);
    sweepsRefused.inc({ reason: refused });
    if (!isKnown) this.logger.error(explanation(refused, orphans));
  }

  private tellMissing(results: readonly PartResult[]): void {
    for (const { part, missing } of results) this.missing.set(part, missing.length);
    missingObjects.set([...this.missing.values()].reduce((sum, count) => sum + count, 0));
    const objectKeys = results.flatMap(({ missing }) => missing);
    if (objectKeys.length === 0) return;
    this.logger.error(
      { objectKeys: objectKeys.slice(0, 10) },
      `${objectKeys.length} files have lost their object`,
    );
  }
}

function explanation(refused: Refusal, orphans: number): string {
  return refused === 'installation'
    ? 'The bucket belongs to another installation or is unknown to the database: nothing is removed'
    : `The database does not know ${orphans} objects, more than ORPHAN_SHARE_MAX: they are not removed`;
}
