import { buffer } from 'node:stream/consumers';

import { environment as env } from '@studiolo/testing/environment';
import { Client } from 'minio';

const { hostname, port } = new URL(env('S3_ENDPOINT'));
const client = new Client({
  endPoint: hostname,
  port: Number(port),
  useSSL: false,
  accessKey: env('S3_ACCESS_KEY'),
  secretKey: env('S3_SECRET_KEY'),
  region: env('S3_REGION'),
});

/** A bucket of the test run's object store, past the storage service. */
export const objectsIn = (bucket: string) => ({
  put: (key: string, content: Buffer) => client.putObject(bucket, key, content, content.length),
  remove: (key: string) => client.removeObject(bucket, key),
  read: async (key: string) => buffer(await client.getObject(bucket, key)),
});
