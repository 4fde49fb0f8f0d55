import { HttpException } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

/** Converts any error to an AppError; unexpected ones become INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error as AppError;
  if (codeOf(error) === 'FST_ERR_BAD_URL') {
    const reason = 'This address is not valid';
    return new AppError('INVALID_REQUEST', { reason }, { cause: error });
  }
  const status = statusOf(error);
  if (status === undefined || status >= 500) return new AppError('INTERNAL', {}, { cause: error });
  return fromClientStatus(status, error);
}

/** Maps the 4xx by which Nest, Fastify and its plugins refuse a request before a handler sees it. */
function fromClientStatus(status: number, cause: unknown): AppError {
  switch (status) {
    case 404:
    case 405:
    case 414: // A path parameter longer than any name can be.
      return new AppError('NOT_FOUND', {}, { cause });
    case 413:
      return new AppError('BODY_TOO_LARGE', {}, { cause });
    case 406:
    case 415:
      return new AppError('UNSUPPORTED_BODY', {}, { cause });
    default:
      return new AppError('MALFORMED_BODY', {}, { cause });
  }
}

function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  return typeof error.statusCode === 'number' ? error.statusCode : undefined;
}

function codeOf(error: unknown): unknown {
  const origin = error instanceof HttpException ? error.cause : error;
  return origin instanceof Error && 'code' in origin ? origin.code : undefined;
}
