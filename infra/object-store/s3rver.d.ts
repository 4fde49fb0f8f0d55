// The parts of s3rver that this folder uses; the package has no types.
declare module '@20minutes/s3rver' {
  import type { Context, ObjectFolder } from '@20minutes/s3rver/lib/stores/filesystem.js';

  export default class S3rver {
    constructor(options: {
      directory: string;
      address: string;
      port: number;
      silent: boolean;
      vhostBuckets: boolean;
    });
    readonly context: { store: ObjectFolder };
    readonly middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[];
    run(): Promise<{ port: number }>;
  }
}

declare module '@20minutes/s3rver/lib/stores/filesystem.js' {
  import type { IncomingHttpHeaders } from 'node:http';
  import type { Readable } from 'node:stream';

  export interface S3Object {
    readonly bucket: string;
    readonly key: string;
    readonly content: Readable;
    readonly metadata: Record<string, string>;
  }

  export interface ListOptions {
    readonly delimiter?: string;
    readonly startAfter?: string;
    readonly prefix?: string;
    readonly maxKeys?: number;
  }

  export interface Listing {
    objects: S3Object[];
    commonPrefixes: string[];
    isTruncated: boolean;
  }

  export class ObjectFolder {
    static decodeKeyPath(path: string): string;
    constructor(directory: string);
    readonly rootDirectory: string;
    getBucketPath(bucket: string): string;
    getResourcePath(bucket: string, key: string, resource: string): string;
    getMetadata(bucket: string, key: string): Promise<Record<string, string>>;
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
    putObject(object: S3Object): Promise<{ size: number; md5: string }>;
    deleteObject(bucket: string, key: string): Promise<void>;
    listObjects(bucket: string, options: ListOptions): Promise<Listing>;
  }
  export default ObjectFolder;

  export interface Context {
    readonly method: string;
    readonly path: string;
    readonly query: Record<string, string | undefined>;
    readonly headers: IncomingHttpHeaders;
    store: ObjectFolder;
  }
}

declare module '@20minutes/s3rver/lib/models/object.js' {
  import type { S3Object } from '@20minutes/s3rver/lib/stores/filesystem.js';

  const Constructor: new (
    bucket: string,
    key: string,
    content: null,
    metadata: Record<string, string>,
  ) => S3Object;
  export default Constructor;
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    status: number;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKey: string, secretKey: string): void;
    revokeAccessKey(accessKey: string): void;
  };
}
