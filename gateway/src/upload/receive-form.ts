import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { FastifyMultipartOptions, MultipartFile } from '@fastify/multipart';
import { FILES_PER_UPLOAD_MAX, KIB } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { FileTooLargeError, FormTooLargeError, readError } from './form-errors.js';

const CHUNK_BYTES = 256 * KIB;
const FIELDS_MAX = 20;
const FIELD_BYTES_MAX = KIB;
const PART_HEADERS_MAX = 20;
/** The name of a file that was sent without one. */
const NAMELESS = 'file';
const FILE_FIELDS = new Set(['file', 'files']);

/** How the parser is registered. File sizes are counted here, where a form's other files are known too. */
export const multipartOptions: FastifyMultipartOptions = {
  throwFileSizeLimit: false,
  limits: {
    fileSize: Number.POSITIVE_INFINITY,
    files: FILES_PER_UPLOAD_MAX,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FILES_PER_UPLOAD_MAX + FIELDS_MAX,
    headerPairs: PART_HEADERS_MAX,
  },
};

export interface FormLimits {
  /** Bytes of one file. */
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxFormBytes: number;
}

/** A file of the form, now on disk. */
export interface ReceivedFile {
  readonly filename: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface ReceivedForm {
  readonly files: readonly ReceivedFile[];
  readonly projectIds: readonly string[];
}

/** Reads one multipart form: its files go to disk as they come in, its fields in any order. */
export class FormReceiver {
  private readonly files: ReceivedFile[] = [];
  private readonly projectIds: string[] = [];
  private received = 0;

  constructor(
    private readonly limits: FormLimits,
    /** Gives a path to write to; whoever gives it also removes the file. */
    private readonly newFile: () => string,
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

  private async receiveFile(part: MultipartFile): Promise<void> {
    const path = this.newFile();
    const filename = originalName(part.filename);
    const before = this.received;
    await pipeline(
      part.file,
      (source: AsyncIterable<Buffer>) => this.counted(source, { filename, field: part.fieldname }),
      createWriteStream(path, { highWaterMark: CHUNK_BYTES }),
    );
    const size = this.received - before;
    // An empty file input is sent as a file without name and content.
    const isFile = FILE_FIELDS.has(part.fieldname) && (size > 0 || filename !== NAMELESS);
    if (isFile) this.files.push({ filename, path, size });
  }

  private async *counted(
    source: AsyncIterable<Buffer>,
    file: { filename: string; field: string },
  ): AsyncGenerator<Buffer> {
    const { maxFileBytes, maxFormBytes } = this.limits;
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      this.received += chunk.length;
      if (size > maxFileBytes) throw new FileTooLargeError(file.filename, file.field, size);
      if (this.received > maxFormBytes) throw new FormTooLargeError(file.filename, this.received);
      yield chunk;
    }
  }
}

/** Browsers write a quote in a file name as %22, and leave every other character as it is. */
function originalName(name: string | undefined): string {
  return (name ?? '').replaceAll('%22', '"') || NAMELESS;
}
