import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Lists every file with its SHA-256, in the form that `sha256sum --check` reads. Written last: with it a folder is whole. */
const SUMS_FILE = 'SHA256SUMS';
const UNFINISHED = `${SUMS_FILE}.unfinished`;

/** Passes bytes on and counts them into a hash. */
class Hashing extends Transform {
  private readonly hash = createHash('sha256');
  bytes = 0;

  override _transform(chunk: Buffer, _encoding: string, done: () => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    this.push(chunk);
    done();
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}

/** A new folder, readable by its owner alone, that remembers the SHA-256 of every file written into it. */
export class CheckedFolder {
  readonly path: string;
  private readonly sums: WriteStream;

  private constructor(path: string) {
    this.path = path;
    this.sums = createWriteStream(join(path, UNFINISHED), { mode: 0o600 });
  }

  /** Makes the folder; throws if there is something in it. */
  static async create(path: string): Promise<CheckedFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if ((await readdir(path)).length > 0) throw new Error(`${path} is not empty.`);
    return new CheckedFolder(path);
  }

  /** Writes one file; says how many bytes it has. One that fails half-way may be written again. */
  async write(file: string, source: Readable | string): Promise<number> {
    const target = join(this.path, file);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const hashing = new Hashing();
    const content = typeof source === 'string' ? Readable.from([Buffer.from(source)]) : source;
    await pipeline(content, hashing, createWriteStream(target, { mode: 0o600 }));
    this.sums.write(`${hashing.digest()}  ${file}\n`);
    return hashing.bytes;
  }

  /** Ends the list; from here on the folder counts as whole. */
  async seal(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.sums.once('error', reject).end(resolve);
    });
    await rename(join(this.path, UNFINISHED), join(this.path, SUMS_FILE));
  }
}

/** The files of a finished folder, each read whole and compared; throws at the first that is not as it was written. */
export async function* verifiedFiles(
  folder: string,
): AsyncGenerator<{ file: string; bytes: number }> {
  const sums = await open(join(folder, SUMS_FILE)).catch((error: unknown) => {
    throw new Error(`${folder} is no finished backup: it has no ${SUMS_FILE}.`, { cause: error });
  });
  for await (const line of sums.readLines()) {
    const [expected = '', file = ''] = line.split('  ');
    const hashing = new Hashing();
    await pipeline(createReadStream(join(folder, file)), hashing.resume());
    if (hashing.digest() !== expected) throw new Error(`${file} is damaged: its SHA-256 differs.`);
    yield { file, bytes: hashing.bytes };
  }
}
