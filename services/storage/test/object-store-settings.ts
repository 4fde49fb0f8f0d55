import { randomUUID } from 'node:crypto';

import type { ObjectStoreSettings } from '../src/object-store/object-store.settings.js';
import { provided } from './test-settings.js';

/** The test store with a bucket of its own, which is not made yet. */
export function objectStoreSettings(endpoint = provided('S3_ENDPOINT')): ObjectStoreSettings {
  return {
    S3_ENDPOINT: endpoint,
    S3_REGION: provided('S3_REGION'),
    S3_ACCESS_KEY: provided('S3_ACCESS_KEY'),
    S3_SECRET_KEY: provided('S3_SECRET_KEY'),
    S3_BUCKET: `storage-test-${randomUUID()}`,
  };
}
