import { Client } from 'minio';

import type { ObjectStore } from './plan.ts';

export function objectStoreClient(store: ObjectStore): Client {
  const url = new URL(store.endpoint);
  return new Client({
    // The client wants an IPv6 address without the brackets of a URL.
    endPoint: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    useSSL: url.protocol === 'https:',
    accessKey: store.accessKey,
    secretKey: store.secretKey,
    region: store.region,
  });
}

export async function prepareBucket(store: ObjectStore): Promise<void> {
  const client = objectStoreClient(store);
  if (await client.bucketExists(store.bucket)) return;
  await client.makeBucket(store.bucket, store.region);
}
