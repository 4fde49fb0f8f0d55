import { randomUUID } from 'node:crypto';

import { environment } from '@studiolo/testing/environment';

/** The variables of the object store, with a bucket that does not exist yet. */
export const newBucket = () => ({
  S3_ADDRESSING: 'path',
  S3_ENDPOINT: environment('S3_ENDPOINT'),
  S3_REGION: environment('S3_REGION'),
  S3_ACCESS_KEY: environment('S3_ACCESS_KEY'),
  S3_SECRET_KEY: environment('S3_SECRET_KEY'),
  S3_BUCKET: `test-${randomUUID()}`,
  S3_PUT_HEADERS: 'if-none-match,x-amz-checksum-sha256',
});
