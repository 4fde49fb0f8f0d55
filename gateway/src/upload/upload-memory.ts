import { Injectable } from '@nestjs/common';
import { KIB, MIB } from '@studiolo/contracts';

export const BLOCK_BYTES = 256 * KIB;
/** Of all uploads together: as many as 24 of 1 MiB. */
export const MEMORY_BYTES = 24 * MIB;
const BLOCKS_MAX = MEMORY_BYTES / BLOCK_BYTES;

/** The memory for files that are on their way into the store. Blocks are made once and used again. */
@Injectable()
export class UploadMemory {
  private readonly free: Buffer[] = [];
  private made = 0;

  /** Of the blocks that are in use. */
  get usedBytes(): number {
    return (this.made - this.free.length) * BLOCK_BYTES;
  }

  /** A block of BLOCK_BYTES; undefined when all are in use. */
  take(): Buffer | undefined {
    const block = this.free.pop();
    if (block || this.made === BLOCKS_MAX) return block;
    this.made += 1;
    return Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  /** Blocks that nobody reads any more. */
  giveBack(blocks: readonly Buffer[]): void {
    this.free.push(...blocks);
  }
}
