import { buffer } from 'node:stream/consumers';

import { environment as env } from '@studiolo/testing/environment';
import { Client } from 'minio';

const { hostname, port } = new URL(env('S3_ENDPOINT'));
const bucket = env('S3_BUCKET');
const client = new Client({
  endPoint: hostname,
  port: Number(port),
  useSSL: false,
  accessKey: env('S3_ACCESS_KEY'),
  secretKey: env('S3_SECRET_KEY'),
  region: env('S3_REGION'),
});

/** The real object store of the test run, as the storage service uses it. */
export const objectStore = {
  putUrl: (key: string) => client.presignedPutObject(bucket, key, 60),
  getUrl: (key: string) => client.presignedGetObject(bucket, key, 60),
  put: (key: string, content: Buffer) => client.putObject(bucket, key, content, content.length),
  read: async (key: string) => buffer(await client.getObject(bucket, key)),
};
