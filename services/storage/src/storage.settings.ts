import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_MAX_FILES_PER_USER,
  DEFAULT_STORAGE_QUOTA_BYTES,
} from '@studiolo/contracts';
import { pem, serviceSettings, url } from '@studiolo/service-kit';
import { z } from 'zod';

/** Default secret keys of object stores. */
const SHIPPED_KEYS = ['S3RVER', 'minioadmin', 'minio123'];

/** Headers that bind a PUT to its bytes and to a new object; a store ignores those it does not know, or refuses them. */
const PUT_HEADERS = ['if-none-match', 'x-amz-checksum-sha256'];

const count = z.coerce.number().int().positive();
const required = z.string({ error: 'is required' });
const hasNoPath = (value: string) => !URL.canParse(value) || new URL(value).pathname === '/';
const isNoPlaceholder = (value: string) =>
  process.env.NODE_ENV !== 'production' || !SHIPPED_KEYS.includes(value);

export const storageSettings = serviceSettings.extend({
  S3_ENDPOINT: url('http:', 'https:').refine(
    hasNoPath,
    'has a path, which cannot be signed: give the store a host or port of its own',
  ),
  S3_CA: pem('CERTIFICATE').optional(),
  S3_ADDRESSING: z.enum(['path', 'virtual-host']).default('path'),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: required,
  S3_SECRET_KEY: required.refine(isNoPlaceholder, 'is a placeholder, which production refuses'),
  S3_BUCKET: z.string().default('studiolo'),
  S3_PUT_HEADERS: z
    .string()
    .default(PUT_HEADERS.join())
    .refine(
      (list) => list === '' || list.split(',').every((name) => PUT_HEADERS.includes(name)),
      `takes none, one or both of ${PUT_HEADERS.join()}`,
    ),
  STORAGE_QUOTA_BYTES: count.default(DEFAULT_STORAGE_QUOTA_BYTES),
  MAX_FILE_BYTES: count.default(DEFAULT_MAX_FILE_BYTES),
  MAX_FILES_PER_USER: count.default(DEFAULT_MAX_FILES_PER_USER),
  SCRUB_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  ORPHAN_SHARE_MAX: z.coerce.number().min(0).max(1).default(0.1),
});
export type StorageSettings = z.output<typeof storageSettings>;
