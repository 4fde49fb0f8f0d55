import { HttpException } from '@nestjs/common';
import type { ErrorCode } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

/** The codes of the 4xx by which Nest, Fastify and its plugins refuse a request before a handler gets it. */
const CODES: Partial<Record<number, ErrorCode>> = {
  404: 'NOT_FOUND',
  414: 'NOT_FOUND', // A path parameter longer than any name can be.
  413: 'BODY_TOO_LARGE',
  ...{ 406: 'UNSUPPORTED_BODY', 415: 'UNSUPPORTED_BODY' },
};

/** Converts any error to an AppError; unexpected ones become INTERNAL. */
export function toAppError(error: unknown): AppError {
  if (AppError.is(error)) return error;
  if (codeOf(error) === 'FST_ERR_BAD_URL') {
    const reason = 'This address is not valid';
    return new AppError('INVALID_REQUEST', { reason }, { cause: error });
  }
  const status = statusOf(error);
  if (status === undefined || status >= 500) return new AppError('INTERNAL', {}, { cause: error });
  return new AppError(CODES[status] ?? 'MALFORMED_BODY', {}, { cause: error });
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
