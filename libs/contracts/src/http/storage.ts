import * as z from 'zod/mini';

import {
  countSchema,
  headerSchema,
  idempotencyKey,
  idSchema,
  pathParameterSchema,
} from '../fields.js';
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
  file_count: countSchema,
  total_size: countSchema.check(z.describe('Bytes')),
});

export const storageUsageSchema = z
  .object({
    total_storage_bytes: countSchema,
    total_storage_mb: pageDefault(
      z.number().check(z.nonnegative(), z.describe('Base 1024, at most two decimals')),
      0,
    ),
    total_files: pageDefault(countSchema, 0),
    projects: pageDefault(
      z
        .array(usageOfProject)
        .check(
          z.describe(
            `The largest ${USAGE_PROJECTS_MAX} of the projects that have files, largest first`,
          ),
        ),
      [],
    ),
    quota_bytes: pageDefault(z.int().check(z.positive()), DEFAULT_STORAGE_QUOTA_BYTES),
    max_file_bytes: pageDefault(z.int().check(z.positive()), DEFAULT_MAX_FILE_BYTES),
  })
  .register(z.globalRegistry, { id: 'StorageUsage' });
export type StorageUsage = z.infer<typeof storageUsageSchema>;

export const storageUsageOperation = defineOperation('get', '/api/storage/usage', {
  summary: 'The used part of the quota, and its use by projects',
  answer: storageUsageSchema,
  queue: 'storage',
  limits: [],
  changes: 'nothing',
});

/** One file of a multipart form; documented as bytes, read as a stream. */
const binaryPart = z.string().check(z.meta({ format: 'binary' }));

const optionalHeader = (description: string) =>
  z.optional(headerSchema).check(z.describe(description));

const oneOrMore = <Part extends z.ZodMiniType>(part: Part) =>
  z.union([part, z.array(part).check(z.maxLength(FILES_PER_UPLOAD_MAX))]);

export const uploadOperation = defineOperation('post', '/api/upload', {
  summary:
    'Attach files to a project: all of them or none, and once under the same Idempotency-Key',
  headers: z.object({
    'idempotency-key': z.optional(idempotencyKey),
    'repr-digest': optionalHeader('RFC 9530, `sha-256=:…:`: of the file, for a form with one'),
  }),
  body: z.object({
    project_id: z.string().check(z.maxLength(FORM_FIELD_MAX_BYTES)),
    sha256: z
      .optional(oneOrMore(sha256Schema))
      .check(
        z.describe('Of each file, in their order: other bytes are refused and nothing is kept'),
      ),
    file: z.optional(binaryPart),
    files: z.optional(oneOrMore(binaryPart)).check(z.describe('Also as files[]')),
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
    range: optionalHeader('One range of bytes; several ranges return the whole file'),
    'if-range': optionalHeader('ETag that the range is for'),
    'if-none-match': optionalHeader('ETags that the client has, or *'),
    'if-match': optionalHeader('ETags for which the file is sent, or *'),
    'if-modified-since': optionalHeader('A Last-Modified that the client has'),
    'if-unmodified-since': optionalHeader('Sent only while Last-Modified is no later'),
  }),
  params: z.object({ projectId: pathParameterSchema, file: pathParameterSchema }),
  query: z.object({
    damaged: z
      .optional(z.literal('accept'))
      .check(z.describe('Sends what is left of a damaged file, without digest, ETag and ranges')),
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
