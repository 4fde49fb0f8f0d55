import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { KIB, MIB } from '@studiolo/contracts';
import { publishGauge, throwUnavailable } from '@studiolo/service-kit';

import { FormBytes } from './form-bytes.js';

/** Pieces of memory for forms with a file of 1 MiB, and of 5 MiB: 64 MiB in all. */
export const POOLS = [
  { bytes: MIB + 64 * KIB, most: 36 },
  { bytes: 5 * MIB + 64 * KIB, most: 5 },
];

/**
 * Holds forms during their upload: in reused memory or, if no piece of the size is free, on disk (docs/adr/0011). Only
 * the part of a piece that was ever filled takes memory.
 */
@Injectable()
export class FormStore implements OnModuleInit {
  private readonly pools = POOLS.map((pool) => ({ ...pool, free: [] as Buffer[], inUse: 0 }));

  onModuleInit(): void {
    publishGauge({
      name: 'studiolo_upload_folder_free_bytes',
      help: 'Bytes that are free on the disk where uploads wait that memory has no room for',
      read: freeBytes,
    });
  }

  /**
   * Reserves room for a form; the caller removes it.
   * @param mostBytes upper bound of its size; undefined when unknown
   * @throws AppError UNAVAILABLE when the disk is full or gone
   */
  async open(mostBytes = Number.POSITIVE_INFINITY): Promise<FormBytes> {
    const pool = this.pools.find(({ bytes }) => mostBytes <= bytes);
    if (!pool || pool.inUse === pool.most) return openOnDisk().catch(throwUnavailable);
    pool.inUse += 1;
    const memory = pool.free.pop() ?? Buffer.allocUnsafeSlow(pool.bytes);
    return new FormBytes(memory, () => {
      pool.inUse -= 1;
      pool.free.push(memory);
    });
  }
}

/** Uses an unnamed temporary file, which the system deletes when the process ends at the latest. */
async function openOnDisk(): Promise<FormBytes> {
  const path = join(tmpdir(), `studiolo-upload-${randomUUID()}`);
  const file = await open(path, 'wx+');
  await rm(path);
  return new FormBytes(file, () => file.close());
}

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}
