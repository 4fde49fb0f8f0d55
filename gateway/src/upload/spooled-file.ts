import { DiskFile } from './disk-file.js';
import type { FileBytes } from './file-bytes.js';
import { MemoryFile } from './memory-file.js';
import type { UploadMemory } from './upload-memory.js';

/** A file that stays in memory as long as there is room for it, and goes to disk otherwise. */
export class SpooledFile implements FileBytes {
  private readonly inMemory: MemoryFile;
  private onDisk: DiskFile | undefined;

  constructor(
    memory: UploadMemory,
    /** Gives a path that nothing uses. */
    private readonly newPath: () => string,
  ) {
    this.inMemory = new MemoryFile(memory);
  }

  get size(): number {
    return this.kept.size;
  }

  async append(chunk: Buffer): Promise<void> {
    const taken = this.onDisk ? 0 : this.inMemory.append(chunk);
    if (taken === chunk.length) return;
    const file = this.onDisk ?? (await this.moveToDisk());
    await file.append(chunk.subarray(taken));
  }

  read(offset: number, length: number): Promise<Buffer> {
    return this.kept.read(offset, length);
  }

  chunks(): Iterable<Buffer> | AsyncIterable<Buffer> {
    return this.kept.chunks();
  }

  /** Once nobody reads it any more. */
  async remove(): Promise<void> {
    this.inMemory.remove();
    await this.onDisk?.remove();
  }

  private get kept(): FileBytes {
    return this.onDisk ?? this.inMemory;
  }

  private async moveToDisk(): Promise<DiskFile> {
    this.onDisk = await DiskFile.create(this.newPath());
    for (const chunk of this.inMemory.chunks()) await this.onDisk.append(chunk);
    this.inMemory.remove();
    return this.onDisk;
  }
}
