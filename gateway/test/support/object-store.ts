import { buffer } from 'node:stream/consumers';

import { environment as env } from '@studiolo/testing/environment';
import { Client } from 'minio';

/** The real object store of the test run, as the storage service uses it. */
export class TestObjectStore {
  private readonly client: Client;
  private readonly bucket = env('S3_BUCKET');

  constructor() {
    const { hostname, port } = new URL(env('S3_ENDPOINT'));
    this.client = new Client({
      endPoint: hostname,
      port: Number(port),
      useSSL: false,
      accessKey: env('S3_ACCESS_KEY'),
      secretKey: env('S3_SECRET_KEY'),
      region: env('S3_REGION'),
    });
  }

  putUrl(key: string): Promise<string> {
    return this.client.presignedPutObject(this.bucket, key, 60);
  }

  getUrl(key: string): Promise<string> {
    return this.client.presignedGetObject(this.bucket, key, 60);
  }

  async put(key: string, content: Buffer): Promise<void> {
    await this.client.putObject(this.bucket, key, content, content.length);
  }

  async read(key: string): Promise<Buffer> {
    return buffer(await this.client.getObject(this.bucket, key));
  }
}
