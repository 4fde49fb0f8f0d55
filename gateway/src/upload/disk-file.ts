import { type FileHandle, open, rm } from 'node:fs/promises';

import { KIB } from '@studiolo/contracts';

import type { FileBytes } from './file-bytes.js';

const CHUNK_BYTES = 256 * KIB;

/** A file on this machine's disk. */
export class DiskFile implements FileBytes {
  size = 0;

  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** At a path where nothing is yet. */
  static async create(path: string): Promise<DiskFile> {
    return new DiskFile(path, await open(path, 'wx+'));
  }

  async append(chunk: Buffer): Promise<void> {
    await this.handle.appendFile(chunk);
    this.size += chunk.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - offset)));
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, offset);
    return buffer.subarray(0, bytesRead);
  }

  chunks(): AsyncIterable<Buffer> {
    return this.handle.createReadStream({
      ...{ start: 0, autoClose: false, highWaterMark: CHUNK_BYTES },
    }) as AsyncIterable<Buffer>;
  }

  async remove(): Promise<void> {
    await this.handle.close().finally(() => rm(this.path, { force: true }));
  }
}
