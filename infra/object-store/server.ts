// The object store of `npm start`: s3rver on a folder, for this machine alone. What its package lacks is added here
// (docs/adr/0005-embedded-stores.md).
import crypto from 'node:crypto';

import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';
import S3Error from '@20minutes/s3rver/lib/models/error.js';
import type { Context } from '@20minutes/s3rver/lib/stores/filesystem.js';

import { ObjectFolder } from './object-folder.ts';

const { FOLDER = '', PORT, ACCESS_KEY = '', SECRET_KEY = '', RESERVED_BYTES } = process.env;

/** What is left free on the disk, by default: room in which the database goes on while uploads are refused. */
const DEFAULT_RESERVED_BYTES = 256 * 1024 * 1024;

// s3rver turns the place where a page of a listing ends into a token by DES, which OpenSSL 3 has no more. Nobody looks into
// a token, so that any cipher will do; a key and an IV of DES are half as long as those of AES.
const { createCipheriv, createDecipheriv } = crypto;
const twice = (bytes: Buffer): Buffer => Buffer.concat([bytes, bytes]);
Object.assign(crypto, {
  createCipheriv: (_des: string, key: Buffer, iv: Buffer) =>
    createCipheriv('aes-128-cbc', twice(key), twice(iv)),
  createDecipheriv: (_des: string, key: Buffer, iv: Buffer) =>
    createDecipheriv('aes-128-cbc', twice(key), twice(iv)),
});

// Its own pair of keys is in its documentation.
DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
DUMMY_ACCOUNT.createKeyPair(ACCESS_KEY, SECRET_KEY);

const folder = new ObjectFolder(FOLDER, Number(RESERVED_BYTES ?? DEFAULT_RESERVED_BYTES));

/** s3rver checks a signature only if there is one. */
function isSigned({ headers, query }: Context): boolean {
  return headers.authorization !== undefined || query['X-Amz-Signature'] !== undefined;
}

const isAboutBucket = ({ method, path }: Context): boolean =>
  method === 'HEAD' && /^\/[^/]+\/?$/.test(path);

const server = new S3rver({
  ...{ directory: FOLDER, address: '127.0.0.1', port: Number(PORT) },
  ...{ silent: true, vhostBuckets: false },
});
// After s3rver's first step, its log, so that refusals get the form of its errors.
server.middleware.splice(1, 0, (context, next) => {
  if (!isSigned(context)) throw new S3Error('AccessDenied', 'The request is not signed');
  context.store = isAboutBucket(context)
    ? folder.withoutListing()
    : folder.forRequest(context.headers);
  return next();
});
const { port } = await server.run();
console.log(`Object store on 127.0.0.1:${port}`);
