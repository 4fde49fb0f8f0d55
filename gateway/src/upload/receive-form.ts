import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import {
  FILES_PER_UPLOAD_MAX,
  FORM_FIELD_MAX_BYTES,
  MIB,
  uploadNameSchema,
} from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

import { toAppError } from '../errors/to-app-error.js';
import { FileOfForm, type FormBytes } from './form-bytes.js';
import { type FormPart, partsOf } from './form-parts.js';

const FILE_FIELDS = new Set(['file', 'files', 'files[]']);
/** Bytes of a file beyond the limit that are still counted. */
const READ_ON_MAX_BYTES = 32 * MIB;

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
export async function receiveForm(request: IncomingMessage, limits: FormLimits, bytes: FormBytes) {
  const files: ReceivedFile[] = [];
  const fields = new URLSearchParams();
  let count = 0;
  try {
    for await (const part of partsOf(request)) {
      if (part.filename === undefined) {
        fields.append(part.field, await textOf(part));
        continue;
      }
      count += 1;
      if (count > FILES_PER_UPLOAD_MAX) throw tooManyFiles();
      files.push(...(await receiveFile(part, limits, bytes)));
    }
  } catch (error) {
    throw readError(error);
  }
  return { files, projectIds: fields.getAll('project_id'), digests: fields.getAll('sha256') };
}

const tooManyFiles = () => new AppError('TOO_MANY_FILES', { max: FILES_PER_UPLOAD_MAX });

/** The value of a field, cut to its limit. @throws SyntaxError for one that is not the JSON that it is said to be */
async function textOf({ content, isJson }: FormPart): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    if (size < FORM_FIELD_MAX_BYTES) kept.push(chunk);
    size += chunk.length;
  }
  const text = Buffer.concat(kept).subarray(0, FORM_FIELD_MAX_BYTES).toString();
  return isJson ? String(JSON.parse(text)) : text;
}

/**
 * Receives a file; returns none for an unknown field or an empty file input. Of a file for which there is no room the
 * rest is read and discarded, so that the error can name its size; of a far larger one, the error names what the
 * request announced.
 */
async function receiveFile(
  { content, filename: claimed = '', field }: FormPart,
  { maxFileBytes: max, maxFormBytes, announced, overQuota }: FormLimits,
  bytes: FormBytes,
): Promise<ReceivedFile[]> {
  const filename = displayedName(claimed);
  const start = bytes.size;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
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

/** Converts an error from reading a form: the parser's own has a status, that of a request cut short has none. */
function readError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if ('statusCode' in error) return toAppError(error);
  // The disk is full or gone: a retry, perhaps at another gateway, may succeed.
  if ('syscall' in error) return new AppError('UNAVAILABLE', {}, { cause: error });
  return new AppError('MALFORMED_BODY', {}, { cause: error });
}

/** @throws AppError INVALID_REQUEST for a name that is too long */
function displayedName(claimed: string): string {
  const { data, error } = uploadNameSchema.safeParse(claimed);
  if (data !== undefined) return data;
  throw new AppError('INVALID_REQUEST', { reason: error?.issues[0]?.message ?? '' });
}
