import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MIB } from '@studiolo/contracts';
import { AppError, publishGauge } from '@studiolo/service-kit';

import { type FormBytes, FormInMemory, FormOnDisk } from './form-bytes.js';

/** For all forms together, by their announced sizes. */
export const MEMORY_MAX_BYTES = 64 * MIB;

/** Holds forms during their upload: in memory or, when the forms there leave too little, on disk (docs/adr/0011). */
@Injectable()
export class UploadSpool implements OnModuleInit {
  /** Bytes of memory that are set aside for forms. */
  usedBytes = 0;

  onModuleInit(): void {
    publishGauge(
      {
        name: 'studiolo_upload_memory_used_bytes',
        help: 'Bytes of memory that uploads take on their way to the object store',
      },
      () => [{ value: this.usedBytes }],
    );
    publishGauge(
      {
        name: 'studiolo_upload_folder_free_bytes',
        help: 'Bytes that are free on the disk where uploads wait that memory has no room for',
      },
      async () => [{ value: await freeBytes() }],
    );
  }

  /**
   * Reserves room for a form; the caller removes it.
   * @param mostBytes upper bound of its size; undefined when unknown
   * @throws AppError UNAVAILABLE when the disk is full or gone
   */
  async open(mostBytes = Number.POSITIVE_INFINITY): Promise<FormBytes> {
    if (this.usedBytes + mostBytes <= MEMORY_MAX_BYTES) return this.openInMemory(mostBytes);
    try {
      return await FormOnDisk.create();
    } catch (error) {
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }

  private openInMemory(bytes: number): FormInMemory {
    this.usedBytes += bytes;
    return new FormInMemory(Buffer.allocUnsafeSlow(bytes), () => (this.usedBytes -= bytes));
  }
}

async function freeBytes(): Promise<number> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
}
