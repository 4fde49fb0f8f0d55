import { KIB } from '@studiolo/contracts';

/** Bytes per read: twice Node's default, for half the calls. */
const BUFFER_BYTES = 128 * KIB;
/** Smaller chunks are copied, so that a few bytes do not hold a whole buffer while a client is slow. */
const COPIED_BELOW_BYTES = 16 * KIB;
/** Buffers kept for the next download, 8 MiB in all; further ones are left to the garbage collector. */
const KEPT_MAX = 64;

/**
 * Reusable memory for socket reads: allocating a buffer for each costs more than the read
 * (docs/adr/0009-downloads-reuse-memory.md).
 */
export class ReadBuffers {
  private readonly kept: Buffer[] = [];
  /** Buffers in use, by their memory. One never given back is garbage-collected with it. */
  private readonly lent = new WeakMap<ArrayBufferLike, Buffer>();

  take(): Buffer {
    const buffer = this.kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES);
    this.lent.set(buffer.buffer, buffer);
    return buffer;
  }

  /** The first bytes of a buffer, to be handed on. */
  filled(memory: Uint8Array, bytes: number): Buffer {
    const chunk = Buffer.from(memory.buffer, 0, bytes);
    if (bytes >= COPIED_BELOW_BYTES) return chunk;
    this.giveBack(chunk);
    return Buffer.from(chunk);
  }

  /** To be called by the last reader of the chunk. Chunks of other memory are ignored. */
  giveBack(chunk: Buffer): void {
    const buffer = this.lent.get(chunk.buffer);
    if (!buffer) return;
    this.lent.delete(chunk.buffer);
    if (this.kept.length < KEPT_MAX) this.kept.push(buffer);
  }
}
