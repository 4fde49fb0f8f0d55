import { FILES_PER_UPLOAD_MAX } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

/** A file of a form went over the limit; how large it is can only be told from the whole request. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';

  constructor(
    readonly filename: string,
    readonly field: string,
    /** Bytes read until then. */
    readonly seen: number,
  ) {
    super('A file of the form is too large');
  }
}

/** The files of a form are together larger than anybody's quota. */
export class FormTooLargeError extends Error {
  override readonly name = 'FormTooLargeError';

  constructor(
    readonly filename: string,
    /** Bytes read until then. */
    readonly seen: number,
  ) {
    super('The files of the form are too large');
  }
}

/** What an error while reading a form means; the parser's own errors have neither code nor status. */
export function readError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (error instanceof FileTooLargeError || error instanceof FormTooLargeError) return error;
  if ('code' in error && error.code === 'FST_FILES_LIMIT') {
    return new AppError('TOO_MANY_FILES', { max: FILES_PER_UPLOAD_MAX }, { cause: error });
  }
  if ('statusCode' in error) return error;
  // The disk is full or gone: another try, perhaps at another gateway, may succeed.
  if ('syscall' in error) return new AppError('UNAVAILABLE', {}, { cause: error });
  return new AppError('MALFORMED_BODY', {}, { cause: error });
}
