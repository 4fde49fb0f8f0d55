import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

import type { ReadBuffers } from './read-buffers.js';

/**
 * An object on its way to a client. When piped, it reuses the memory of the chunks that the kernel has taken
 * (docs/adr/0009). The last chunk waits for the hash of all bytes: with another one than expected, the body fails before
 * its announced length.
 */
export class ObjectBody extends Readable {
  private readonly hash = createHash('sha256');
  private last: Buffer | undefined;

  constructor(
    private readonly source: Readable,
    private readonly buffers: ReadBuffers,
    /** In hexadecimal digits; null when it is unknown, or of a part. */
    private readonly sha256: string | null,
    /** The error for bytes with another hash. */
    private readonly otherBytes: () => Error,
  ) {
    super();
    source
      .pause()
      .on('data', (chunk: Buffer) => this.receive(chunk))
      .on('end', () => this.finish())
      .on('error', (error) => this.destroy(error));
  }

  override _read(): void {
    this.source.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.source.destroy();
    done(error);
  }

  override pipe<Destination extends NodeJS.WritableStream>(destination: Destination): Destination {
    this.on('data', (chunk: Buffer) => {
      if (!destination.write(chunk, () => this.buffers.giveBack(chunk))) this.pause();
    });
    this.once('end', () => destination.end());
    return destination.on('drain', () => this.resume());
  }

  private receive(chunk: Buffer): void {
    if (this.sha256 !== null) this.hash.update(chunk);
    const { last } = this;
    this.last = chunk;
    if (last && !this.push(last)) this.source.pause();
  }

  private finish(): void {
    if (this.sha256 !== null && this.hash.digest('hex') !== this.sha256) {
      this.destroy(this.otherBytes());
      return;
    }
    if (this.last) this.push(this.last);
    this.push(null);
  }
}
