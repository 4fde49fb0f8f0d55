import { url } from '@studiolo/service-kit';
import { z } from 'zod';

/** Default secret keys of object stores. */
const SHIPPED_KEYS = ['S3RVER', 'minioadmin', 'minio123'];

const hasNoPath = (value: string) => !URL.canParse(value) || new URL(value).pathname === '/';

export const objectStoreSettings = z.object({
  S3_ENDPOINT: url('http:', 'https:')
    .refine(
      hasNoPath,
      'has a path, which cannot be signed: give the store a host or port of its own',
    )
    .describe('Object store, at an address that gateways reach, too'),
  S3_ADDRESSING: z
    .enum(['path', 'virtual-host'])
    .default('path')
    .describe('Puts the bucket’s name into the path, or before the host'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY: z.string({ error: 'is required' }).describe('Access key of the object store'),
  S3_SECRET_KEY: z
    .string({ error: 'is required' })
    .refine(
      (value) => process.env.NODE_ENV !== 'production' || !SHIPPED_KEYS.includes(value),
      'is a placeholder, which production refuses',
    )
    .describe('Secret key of the object store'),
  S3_BUCKET: z
    .string()
    .default('studiolo')
    .describe('Bucket, created at the start if it is missing'),
});
/** How to reach the store; the bucket's name is in the path by default. */
export type ObjectStoreSettings = Omit<z.output<typeof objectStoreSettings>, 'S3_ADDRESSING'> &
  Partial<Pick<z.output<typeof objectStoreSettings>, 'S3_ADDRESSING'>>;
