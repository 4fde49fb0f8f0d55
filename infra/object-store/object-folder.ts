import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import S3Error from '@20minutes/s3rver/lib/models/error.js';
import StoredObject from '@20minutes/s3rver/lib/models/object.js';
import FilesystemStore, {
  type Listing,
  type ListOptions,
  type S3Object,
} from '@20minutes/s3rver/lib/stores/filesystem.js';

const OBJECT_FILE = '._S3rver_object';
const MISSING = 'ENOENT';

/**
 * s3rver's folder of objects with what its own lacks: an object appears complete or not at all, a PUT keeps its conditions,
 * a full disk refuses PUTs before the database feels it, and a listing reads only the objects of its page.
 */
export class ObjectFolder extends FilesystemStore {
  private readonly unfinished: string;
  private readonly reservedBytes: number;

  /** @param reservedBytes what PUTs leave free on the disk */
  constructor(folder: string, reservedBytes: number) {
    super(folder);
    this.reservedBytes = reservedBytes;
    this.unfinished = join(folder, '.unfinished');
    rmSync(this.unfinished, { recursive: true, force: true });
    mkdirSync(this.unfinished, { recursive: true });
  }

  /** The same folder for one request. */
  forRequest(headers: IncomingHttpHeaders): ObjectFolder {
    const putObject = (object: S3Object) => this.put(object, headers);
    return Object.assign(Object.create(this) as ObjectFolder, { putObject });
  }

  /** The same folder for a question whether a bucket exists, which s3rver answers by listing it. */
  withoutListing(): ObjectFolder {
    const nothing: Listing = { objects: [], commonPrefixes: [], isTruncated: false };
    const listObjects = () => Promise.resolve(nothing);
    return Object.assign(Object.create(this) as ObjectFolder, { listObjects });
  }

  override async listObjects(bucket: string, options: ListOptions): Promise<Listing> {
    if (options.delimiter) return super.listObjects(bucket, options);
    const { startAfter = '', prefix = '', maxKeys = Infinity } = options;
    const files = await readdir(this.getBucketPath(bucket), { recursive: true });
    const keys = files
      .filter((file) => file.endsWith(OBJECT_FILE))
      .map((file) => FilesystemStore.decodeKeyPath(file.slice(0, -OBJECT_FILE.length)))
      .filter((key) => key > startAfter && key.startsWith(prefix))
      .sort();
    const page = await Promise.all(keys.slice(0, maxKeys).map((key) => this.find(bucket, key)));
    return {
      objects: page.filter((object) => object !== undefined),
      commonPrefixes: [],
      isTruncated: keys.length > maxKeys,
    };
  }

  private async find(bucket: string, key: string): Promise<S3Object | undefined> {
    try {
      return new StoredObject(bucket, key, null, await this.getMetadata(bucket, key));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === MISSING) return undefined;
      throw error;
    }
  }

  private async put(object: S3Object, headers: IncomingHttpHeaders) {
    await this.requireSpace(Number(headers['content-length'] ?? 0));
    const file = join(this.unfinished, randomUUID());
    try {
      const written = await write(object, file);
      requireChecksum(headers, written.sha256);
      await this.publish(object, file, headers['if-none-match'] === '*');
      await this.describe(object, written.md5);
      return written;
    } finally {
      await rm(file, { force: true });
    }
  }

  private async requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.rootDirectory);
    if (bavail * bsize - bytes >= this.reservedBytes) return;
    throw refusal('StorageFull', 507, 'The disk of the object store is full');
  }

  private async publish({ bucket, key }: S3Object, file: string, isNew: boolean): Promise<void> {
    const target = this.getResourcePath(bucket, key, 'object');
    await mkdir(dirname(target), { recursive: true });
    if (!isNew) {
      // Otherwise the checksum of the object that is replaced would stay, should this process end in between.
      await rm(`${target}.md5`, { force: true });
      return rename(file, target);
    }
    try {
      await link(file, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new S3Error('PreconditionFailed', 'There is an object with this key');
    }
  }

  private async describe({ bucket, key, metadata }: S3Object, md5: string): Promise<void> {
    try {
      await this.putMetadata(bucket, key, metadata, md5);
    } catch (error) {
      await this.deleteObject(bucket, key);
      throw error;
    }
  }
}

/** Writes the content to a file; rejects when the client leaves before its end, or the disk is full. */
async function write({ content }: S3Object, file: string) {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let size = 0;
  await pipeline(
    content,
    async function* measured(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        for (const hash of [md5, sha256]) hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(file),
  );
  return { size, md5: md5.digest('hex'), sha256: sha256.digest() };
}

/** The digests that S3 knows: of the object, in base64, and of the body that was signed, in hexadecimal. */
function requireChecksum(headers: IncomingHttpHeaders, sha256: Buffer): void {
  const [ofObject, ofBody] = [headers['x-amz-checksum-sha256'], headers['x-amz-content-sha256']];
  const isOther = ofObject !== undefined && ofObject !== sha256.toString('base64');
  const isOtherBody = /^[0-9a-f]{64}$/.test(String(ofBody)) && ofBody !== sha256.toString('hex');
  if (isOther || isOtherBody) throw refusal('BadDigest', 400, 'The bytes have another SHA-256');
}

const refusal = (code: string, status: number, message: string): S3Error =>
  Object.assign(new S3Error(code, message), { status });
