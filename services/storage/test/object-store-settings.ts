import { randomUUID } from 'node:crypto';

import type { ObjectStoreSettings } from '../src/object-store/object-store.settings.js';
import { provided } from './test-settings.js';

/** Settings of the test store with a new bucket, which does not exist yet. */
export function objectStoreSettings(endpoint = provided('S3_ENDPOINT')): ObjectStoreSettings {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: provided('S3_REGION'),
    S3_ACCESS_KEY: provided('S3_ACCESS_KEY'),
    S3_SECRET_KEY: provided('S3_SECRET_KEY'),
    S3_BUCKET: `storage-test-${randomUUID()}`,
  };
}
