import type { FileHandle } from 'node:fs/promises';

import { MIB } from '@studiolo/contracts';

/** Of a file on its way to the store, in one system call each. */
const CHUNK_BYTES = MIB;

/** The bytes of all files of one form, one after the other: in a buffer large enough for all of them, or on disk. */
export class FormBytes {
  /** Bytes received so far. */
  size = 0;

  constructor(
    readonly target: Buffer | FileHandle,
    /** Frees the target; no read may follow. */
    readonly remove: () => Promise<void> | void,
  ) {}

  async append(chunk: Buffer): Promise<void> {
    if (!Buffer.isBuffer(this.target)) await this.target.appendFile(chunk);
    else if (chunk.copy(this.target, this.size) < chunk.length)
      throw new RangeError('The form is too long');
    this.size += chunk.length;
  }

  /** Reads bytes received so far. The result is read-only and valid only briefly. */
  async read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.size);
    if (Buffer.isBuffer(this.target)) return this.target.subarray(offset, end);
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.target.read({ buffer, position: offset });
    return buffer.subarray(0, bytesRead);
  }
}

export class FileOfForm {
  constructor(
    private readonly form: FormBytes,
    private readonly start: number,
    readonly size: number,
  ) {}

  /** Reads some of the bytes; those beyond the end are left out. */
  read(offset: number, length: number): Promise<Buffer> {
    const within = Math.max(0, Math.min(length, this.size - offset));
    return this.form.read(this.start + offset, within);
  }

  /** All bytes, in their order. */
  async *chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.size; at += CHUNK_BYTES) yield await this.read(at, CHUNK_BYTES);
  }
}
