import './encoded-filename.js';

import { createHash } from 'node:crypto';

import type { FastifyMultipartOptions, MultipartFile } from '@fastify/multipart';
import {
  FILES_PER_UPLOAD_MAX,
  FORM_FIELD_MAX_BYTES,
  FORM_PART_HEADERS_MAX_BYTES,
  MIB,
  uploadNameSchema,
} from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { FileOfForm, type FormBytes } from './form-bytes.js';

/** A digest of each file, and some. */
const FIELDS_MAX = FILES_PER_UPLOAD_MAX + 20;
const PART_HEADERS_MAX = 20;
const FILE_FIELDS = new Set(['file', 'files', 'files[]']);
/** Bytes of a file beyond the limit that are still counted. */
const READ_ON_MAX_BYTES = 32 * MIB;

/** Options of the multipart parser. File sizes are counted here, where the form's other files are known too. */
export const multipartOptions: FastifyMultipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: Number.POSITIVE_INFINITY,
    files: FILES_PER_UPLOAD_MAX,
    fields: FIELDS_MAX,
    fieldSize: FORM_FIELD_MAX_BYTES,
    parts: FILES_PER_UPLOAD_MAX + FIELDS_MAX,
    headerPairs: PART_HEADERS_MAX,
    // Supported by the parser, but missing from its types.
    ...{ headerSize: FORM_PART_HEADERS_MAX_BYTES },
  },
};

export interface FormLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxFormBytes: number;
  /** Bytes of the whole request; 0 when it comes in chunks, which announce none. */
  readonly announced: number;
  /** The error for a larger form, of which `received` bytes have arrived. */
  readonly overQuota: (filename: string, received: number) => Promise<AppError>;
}

export interface ReceivedFile {
  /** The safe display name, made from the client's name; all checks use this one. */
  readonly filename: string;
  readonly bytes: FileOfForm;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Reads one multipart form. The bytes of the files are appended to `bytes` as they arrive; fields may have any order.
 * @throws AppError for a form that cannot be read or is too large
 */
export async function receiveForm(request: FastifyRequest, limits: FormLimits, bytes: FormBytes) {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_BODY');
  const files: ReceivedFile[] = [];
  const projectIds: string[] = [];
  const digests: string[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push(...(await receiveFile(part, limits, bytes)));
      else if (part.fieldname === 'project_id') projectIds.push(String(part.value));
      else if (part.fieldname === 'sha256') digests.push(String(part.value));
    }
  } catch (error) {
    throw readError(error);
  }
  return { files, projectIds, digests };
}

/**
 * Receives a file; returns none for an unknown field or an empty file input. Of a file for which there is no room the
 * rest is read and discarded, so that the error can name its size; of a far larger one, the error names what the
 * request announced.
 */
async function receiveFile(
  { file: chunks, filename: claimed, fieldname: field }: MultipartFile,
  { maxFileBytes: max, maxFormBytes, announced, overQuota }: FormLimits,
  bytes: FormBytes,
): Promise<ReceivedFile[]> {
  const filename = displayedName(claimed);
  const start = bytes.size;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= max && start + size <= maxFormBytes) {
      hash.update(chunk);
      await bytes.append(chunk);
    } else if (size > max + READ_ON_MAX_BYTES) {
      size = Math.max(size, announced - start);
      break;
    }
  }
  if (size > max) throw new AppError('FILE_TOO_LARGE', { filename, size, max });
  if (start + size > maxFormBytes) throw await overQuota(filename, start + size);
  // An empty file input is sent as a file without name and content.
  if (!FILE_FIELDS.has(field) || (size === 0 && !claimed)) return [];
  return [{ filename, bytes: new FileOfForm(bytes, start, size), sha256: hash.digest('hex') }];
}

/** Converts an error from reading a form; the parser's own errors have neither code nor status. */
function readError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if ('code' in error && error.code === 'FST_FILES_LIMIT') {
    return new AppError('TOO_MANY_FILES', { max: FILES_PER_UPLOAD_MAX }, { cause: error });
  }
  if ('statusCode' in error) return error;
  // The disk is full or gone: a retry, perhaps at another gateway, may succeed.
  if ('syscall' in error) return new AppError('UNAVAILABLE', {}, { cause: error });
  return new AppError('MALFORMED_BODY', {}, { cause: error });
}

/**
 * Browsers write a quote in a file name as %22, and leave every other character as it is.
 * @throws AppError INVALID_REQUEST for a name that is too long
 */
function displayedName(claimed = ''): string {
  const { data, error } = uploadNameSchema.safeParse(claimed.replaceAll('%22', '"'));
  if (data !== undefined) return data;
  throw new AppError('INVALID_REQUEST', { reason: error?.issues[0]?.message ?? '' });
}
