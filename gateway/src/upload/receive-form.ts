import type { FastifyMultipartOptions, MultipartFile } from '@fastify/multipart';
import {
  FILES_PER_UPLOAD_MAX,
  FORM_FIELD_MAX_BYTES,
  FORM_PART_HEADERS_MAX_BYTES,
  uploadNameSchema,
} from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import type { FileBytes } from './file-bytes.js';
import { FileTooLargeError, FormTooLargeError, readError } from './form-errors.js';
import type { SpooledFile } from './spooled-file.js';

const FIELDS_MAX = 20;
const PART_HEADERS_MAX = 20;
const FILE_FIELDS = new Set(['file', 'files']);

/** How the parser is registered. File sizes are counted here, where a form's other files are known too. */
export const multipartOptions: FastifyMultipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: Number.POSITIVE_INFINITY,
    files: FILES_PER_UPLOAD_MAX,
    fields: FIELDS_MAX,
    fieldSize: FORM_FIELD_MAX_BYTES,
    parts: FILES_PER_UPLOAD_MAX + FIELDS_MAX,
    headerPairs: PART_HEADERS_MAX,
    // Known to the parser and not to its types.
    ...{ headerSize: FORM_PART_HEADERS_MAX_BYTES },
  },
};

export interface FormLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxFormBytes: number;
}

/** A file of the form. */
export interface ReceivedFile {
  /** As it will be shown, made of what the client called it: whatever looks at a name looks at this one. */
  readonly filename: string;
  readonly bytes: FileBytes;
}

export interface ReceivedForm {
  readonly files: readonly ReceivedFile[];
  readonly projectIds: readonly string[];
}

/** Reads one multipart form: its files are kept as they come in, its fields in any order. */
export class FormReceiver {
  private readonly files: ReceivedFile[] = [];
  private readonly projectIds: string[] = [];
  private received = 0;

  constructor(
    private readonly limits: FormLimits,
    /** Whoever gives a file also removes it. */
    private readonly newFile: () => SpooledFile,
  ) {}

  /** @throws AppError for a form that cannot be read, FileTooLargeError, FormTooLargeError */
  async receive(request: FastifyRequest): Promise<ReceivedForm> {
    if (!request.isMultipart()) throw new AppError('UNSUPPORTED_BODY');
    try {
      for await (const part of request.parts()) {
        if (part.type === 'file') await this.receiveFile(part);
        else if (part.fieldname === 'project_id') this.projectIds.push(String(part.value));
      }
    } catch (error) {
      throw readError(error);
    }
    return { files: this.files, projectIds: this.projectIds };
  }

  private async receiveFile({ file: chunks, filename, fieldname }: MultipartFile): Promise<void> {
    const name = displayedName(filename);
    const bytes = this.newFile();
    const file = { filename: name, bytes };
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      this.received += chunk.length;
      this.refuseTooLarge(file, fieldname, bytes.size + chunk.length);
      await bytes.append(chunk);
    }
    // An empty file input is sent as a file without name and content.
    const isFile = FILE_FIELDS.has(fieldname) && (bytes.size > 0 || Boolean(filename));
    if (isFile) this.files.push(file);
  }

  private refuseTooLarge({ filename }: ReceivedFile, field: string, size: number): void {
    const { maxFileBytes, maxFormBytes } = this.limits;
    if (size > maxFileBytes) throw new FileTooLargeError(filename, field, size);
    if (this.received > maxFormBytes) throw new FormTooLargeError(filename, this.received);
  }
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
