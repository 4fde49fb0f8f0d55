import { z } from 'zod';

import { headerSchema, idempotencyKey, idSchema, pathParameterSchema } from '../fields.js';
import { sha256Schema, storedFileSchema } from '../file.js';
import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_STORAGE_QUOTA_BYTES,
  FILES_PER_UPLOAD_MAX,
  FORM_FIELD_MAX_BYTES,
  USAGE_PROJECTS_MAX,
} from '../limits.js';
import { pageDefault } from '../page-answer.js';
import { doneSchema } from './answers.js';
import { defineOperation } from './operation.js';

export const usageOfProject = z.object({
  project_id: idSchema,
  project_title: z.string(),
  file_count: z.int().nonnegative(),
  total_size: z.int().nonnegative().describe('Bytes'),
});

export const storageUsageSchema = z
  .object({
    total_storage_bytes: z.int().nonnegative(),
    total_storage_mb: pageDefault(
      z.number().nonnegative().describe('Base 1024, at most two decimals'),
      0,
    ),
    total_files: pageDefault(z.int().nonnegative(), 0),
    projects: pageDefault(
      z
        .array(usageOfProject)
        .describe(
          `The largest ${USAGE_PROJECTS_MAX} of the projects that have files, largest first`,
        ),
      [],
    ),
    quota_bytes: pageDefault(z.int().positive(), DEFAULT_STORAGE_QUOTA_BYTES),
    max_file_bytes: pageDefault(z.int().positive(), DEFAULT_MAX_FILE_BYTES),
  })
  .meta({ id: 'StorageUsage' });
export type StorageUsage = z.infer<typeof storageUsageSchema>;

export const storageUsageOperation = defineOperation('get', '/api/storage/usage', {
  summary: 'The used part of the quota, and its use by projects',
  answer: storageUsageSchema,
  queue: 'storage',
  limits: [],
  changes: 'nothing',
});

/** One file of a multipart form; documented as bytes, read as a stream. */
const binaryPart = z.string().meta({ format: 'binary' });

export const uploadOperation = defineOperation('post', '/api/upload', {
  summary:
    'Attach files to a project: all of them or none, and once under the same Idempotency-Key',
  headers: z.object({
    'idempotency-key': idempotencyKey.optional(),
    'repr-digest': headerSchema
      .optional()
      .describe('RFC 9530, `sha-256=:…:`: of the file, for a form with one'),
  }),
  body: z.object({
    project_id: z.string().max(FORM_FIELD_MAX_BYTES),
    sha256: z
      .union([sha256Schema, z.array(sha256Schema).max(FILES_PER_UPLOAD_MAX)])
      .optional()
      .describe('Of each file, in their order: other bytes are refused and nothing is kept'),
    file: binaryPart.optional(),
    files: z
      .union([binaryPart, z.array(binaryPart).max(FILES_PER_UPLOAD_MAX)])
      .optional()
      .describe('Also as files[]'),
  }),
  bodyType: 'multipart',
  status: 201,
  answer: z.object({
    success: pageDefault(z.literal(true), true),
    files: pageDefault(z.array(storedFileSchema), []),
  }),
  queue: 'upload',
  limits: ['uploadByUser'],
  changes: 'file',
  errors: [
    'NO_FILE',
    'NO_PROJECT_ID',
    'TOO_MANY_FILES',
    'FILE_EMPTY',
    'FILE_NOT_AS_SENT',
    'PROJECT_NOT_FOUND',
    'FILE_TOO_LARGE',
    'QUOTA_EXCEEDED',
    'FILE_COUNT_EXCEEDED',
    'IDEMPOTENCY_KEY_REUSED',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_NOT_RECOGNIZED',
    'FILE_NOT_AS_NAMED',
    'UPLOAD_EXPIRED',
  ],
});

export const downloadOperation = defineOperation('get', '/api/download/{projectId}/{file}', {
  summary: 'The bytes of a file, or a range of them',
  headers: z.object({
    range: headerSchema
      .optional()
      .describe('One range of bytes; several ranges return the whole file'),
    'if-range': headerSchema.optional().describe('ETag that the range is for'),
    'if-none-match': headerSchema.optional().describe('ETags that the client has, or *'),
    'if-match': headerSchema.optional().describe('ETags for which the file is sent, or *'),
    'if-modified-since': headerSchema.optional().describe('A Last-Modified that the client has'),
    'if-unmodified-since': headerSchema
      .optional()
      .describe('Sent only while Last-Modified is no later'),
  }),
  params: z.object({ projectId: pathParameterSchema, file: pathParameterSchema }),
  query: z.object({
    damaged: z
      .literal('accept')
      .optional()
      .describe('Sends what is left of a damaged file, without digest, ETag and ranges'),
  }),
  answer: 'binary',
  queue: 'download',
  limits: [],
  changes: 'nothing',
  errors: ['FILE_NOT_FOUND', 'FILE_CHANGED', 'FILE_DAMAGED', 'RATE_LIMITED'],
});

export const deleteFileOperation = defineOperation('delete', '/api/delete/{projectId}/{filename}', {
  summary: 'Delete a file',
  params: z.object({ projectId: pathParameterSchema, filename: pathParameterSchema }),
  answer: doneSchema,
  queue: 'delete',
  limits: [],
  changes: 'file',
  errors: ['FILE_NOT_FOUND'],
});
