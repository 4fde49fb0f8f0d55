import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';

import type { FileBytes } from './file-bytes.js';

/** Lets `file-type` read a received file. */
export class FileTokenizer extends AbstractTokenizer {
  override readonly fileInfo: { size: number };

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
    const bytes = await this.file.read(position, length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }
}
