import { KIB } from '@studiolo/contracts';

/** Bytes read at a time: twice what Node takes by itself, for half of the calls. */
const BUFFER_BYTES = 128 * KIB;
/** Of a smaller chunk a copy is handed on, so that a few bytes do not hold a whole buffer while a client is slow. */
const COPIED_BELOW_BYTES = 16 * KIB;
/** Buffers kept for the next download, 8 MiB in all; further ones are left to the garbage collector. */
const KEPT_MAX = 64;

/**
 * Memory that sockets read into again and again, since a new buffer for every read costs more than the reading
 * (docs/adr/0009-downloads-reuse-memory.md).
 */
export class ReadBuffers {
  private readonly kept: Buffer[] = [];
  /** By their memory, those in use. One that is never given back is forgotten with it. */
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

  /** By the last who reads the chunk. One that is no part of a buffer of these is left alone. */
  giveBack(chunk: Buffer): void {
    const buffer = this.lent.get(chunk.buffer);
    if (!buffer) return;
    this.lent.delete(chunk.buffer);
    if (this.kept.length < KEPT_MAX) this.kept.push(buffer);
  }
}
