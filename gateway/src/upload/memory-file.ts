import type { FileBytes } from './file-bytes.js';
import { BLOCK_BYTES, type UploadMemory } from './upload-memory.js';

/** A file in blocks of memory, each full but the last. */
export class MemoryFile implements FileBytes {
  size = 0;
  private blocks: Buffer[] = [];

  constructor(private readonly memory: UploadMemory) {}

  /** Copies the chunk, as far as there is memory, and tells how many bytes that was. */
  append(chunk: Buffer): number {
    let taken = 0;
    while (taken < chunk.length) {
      const block = this.blockToFill();
      if (!block) break;
      const copied = chunk.copy(block, this.size % BLOCK_BYTES, taken);
      taken += copied;
      this.size += copied;
    }
    return taken;
  }

  read(offset: number, length: number): Promise<Buffer> {
    const end = Math.min(offset + length, this.size);
    const parts: Buffer[] = [];
    for (let at = offset; at < end;) {
      const part = this.part(at, end);
      parts.push(part);
      at += part.length;
    }
    const [first, ...more] = parts;
    return Promise.resolve(first && more.length === 0 ? first : Buffer.concat(parts));
  }

  *chunks(): Generator<Buffer> {
    for (let at = 0; at < this.size; at += BLOCK_BYTES) yield this.part(at, this.size);
  }

  /** The file is empty afterwards. */
  remove(): void {
    this.memory.giveBack(this.blocks);
    this.blocks = [];
    this.size = 0;
  }

  private blockToFill(): Buffer | undefined {
    if (this.size < this.blocks.length * BLOCK_BYTES) return this.blocks.at(-1);
    const block = this.memory.take();
    if (block) this.blocks.push(block);
    return block;
  }

  /** What one block has of the bytes from `start` to `end`. */
  private part(start: number, end: number): Buffer {
    const block = this.blocks[Math.floor(start / BLOCK_BYTES)];
    if (!block) throw new RangeError(`There are no bytes at ${start} of ${this.size}`);
    const first = start % BLOCK_BYTES;
    return block.subarray(first, Math.min(BLOCK_BYTES, first + end - start));
  }
}
