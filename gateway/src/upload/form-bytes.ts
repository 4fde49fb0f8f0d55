import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MIB } from '@studiolo/contracts';

/** Of a file on its way to the store, in one system call each. */
const CHUNK_BYTES = MIB;

/** The bytes of all files of one form, one after the other. */
export interface FormBytes {
  /** Bytes received so far. */
  readonly size: number;
  append(chunk: Buffer): Promise<void>;
  /** Reads bytes received so far. The result is read-only and valid only briefly. */
  read(offset: number, length: number): Promise<Buffer>;
  /** Frees the memory or the file; no read may follow. */
  remove(): Promise<void>;
}

/** The bytes of one file of a form. */
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

/** A form in a buffer large enough for all of it. */
export class FormInMemory implements FormBytes {
  size = 0;

  constructor(
    private readonly memory: Buffer,
    /** Returns the memory to its pool. */
    private readonly giveBack: () => void,
  ) {}

  append(chunk: Buffer): Promise<void> {
    const copied = chunk.copy(this.memory, this.size);
    if (copied < chunk.length) return Promise.reject(new RangeError('The form is too long'));
    this.size += copied;
    return Promise.resolve();
  }

  read(offset: number, length: number): Promise<Buffer> {
    return Promise.resolve(this.memory.subarray(offset, Math.min(offset + length, this.size)));
  }

  remove(): Promise<void> {
    this.giveBack();
    return Promise.resolve();
  }
}

/** A form in an unnamed temporary file, which the system deletes when the process ends at the latest. */
export class FormOnDisk implements FormBytes {
  size = 0;

  private constructor(private readonly handle: FileHandle) {}

  static async create(): Promise<FormOnDisk> {
    const path = join(tmpdir(), `studiolo-upload-${randomUUID()}`);
    const handle = await open(path, 'wx+');
    await rm(path);
    return new FormOnDisk(handle);
  }

  async append(chunk: Buffer): Promise<void> {
    await this.handle.appendFile(chunk);
    this.size += chunk.length;
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(
      Buffer.allocUnsafe(length),
      0,
      length,
      offset,
    );
    return buffer.subarray(0, bytesRead);
  }

  remove(): Promise<void> {
    return this.handle.close();
  }
}
