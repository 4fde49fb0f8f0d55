import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { objectStoreClient } from '@studiolo/infra/stack/bucket';
import type { ObjectStore } from '@studiolo/infra/stack/plan';
import { environment } from '@studiolo/testing/environment';

/** Keys of all objects in the bucket but the one that names its installation, in order. */
export async function objectKeys(store: ObjectStore): Promise<string[]> {
  const listing = objectStoreClient(store).listObjectsV2(store.bucket, '', true);
  const objects = (await listing.toArray()) as { name: string }[];
  return objects
    .map(({ name }) => name)
    .filter((name) => name !== INSTALLATION_OBJECT)
    .sort();
}

/** The object store of the stack under test. */
export const objectStoreUnderTest = (): ObjectStore => ({
  endpoint: environment('S3_ENDPOINT'),
  accessKey: environment('S3_ACCESS_KEY'),
  secretKey: environment('S3_SECRET_KEY'),
  bucket: environment('S3_BUCKET'),
  region: environment('S3_REGION'),
});
