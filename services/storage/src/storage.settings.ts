import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_MAX_FILES_PER_USER,
  DEFAULT_STORAGE_QUOTA_BYTES,
} from '@studiolo/contracts';
import { serviceSettings, url } from '@studiolo/service-kit';
import { z } from 'zod';

const count = z.coerce.number().int().positive();

/** Secret keys that object stores ship with. */
const SHIPPED_KEYS = ['S3RVER', 'minioadmin', 'minio123'];

const hasNoPath = (value: string) => !URL.canParse(value) || new URL(value).pathname === '/';

export const storageSettings = serviceSettings.extend({
  S3_ENDPOINT: url('http:', 'https:')
    .refine(
      hasNoPath,
      'has a path, which cannot be signed: give the store a host or port of its own',
    )
    .describe('Object store, as the gateway reaches it too'),
  S3_ADDRESSING: z
    .enum(['path', 'virtual-host'])
    .default('path')
    .describe('Where the name of the bucket goes: into the path, or before the host'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the bucket'),
  S3_ACCESS_KEY: z.string({ error: 'is required' }).describe('Access key of the object store'),
  S3_SECRET_KEY: z
    .string({ error: 'is required' })
    .refine(
      (value) => process.env.NODE_ENV !== 'production' || !SHIPPED_KEYS.includes(value),
      'is a placeholder, which production refuses',
    )
    .describe('Secret key of the object store'),
  S3_BUCKET: z.string().default('studiolo').describe('Bucket, made at the start if it is missing'),
  STORAGE_QUOTA_BYTES: count
    .default(DEFAULT_STORAGE_QUOTA_BYTES)
    .describe('Bytes one user may keep'),
  MAX_FILE_BYTES: count.default(DEFAULT_MAX_FILE_BYTES).describe('Bytes one file may have'),
  MAX_FILES_PER_USER: count.default(DEFAULT_MAX_FILES_PER_USER).describe('Files one user may keep'),
  ORPHAN_SHARE_MAX: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of the objects in the bucket that one sweep may remove'),
});
export type StorageSettings = z.output<typeof storageSettings>;
