import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';

/** The bytes of a received file, in memory or on disk. */
export interface FileBytes {
  readonly size: number;
  /** Reads bytes; those beyond the end are left out. The result is read-only and valid only briefly. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** `file-type` reads far less than this of any real file. */
const READS_MAX = 1_000;
const BYTES_MAX = 1024 * 1024;

/**
 * Lets `file-type` read a received file, a limited number of times: beyond it the file seems to end. A forged file,
 * such as one of 400,000 empty PNG chunks, would otherwise keep the process busy.
 */
export class FileTokenizer extends AbstractTokenizer {
  override readonly fileInfo: { size: number };
  private reads = 0;
  private bytes = 0;

  constructor(private readonly file: FileBytes) {
    super();
    this.fileInfo = { size: file.size };
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options);
    const bytes = await this.peekBuffer(target, options);
    this.position = position + bytes;
    return bytes;
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options);
    this.reads += 1;
    this.bytes += length;
    if (this.reads > READS_MAX || this.bytes > BYTES_MAX) throw new EndOfStreamError();
    const bytes = await this.file.read(position, length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }
}
