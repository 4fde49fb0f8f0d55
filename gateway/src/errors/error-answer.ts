import { type ErrorAnswer, errorStatus, type Project } from '@studiolo/contracts';
import { type AppError } from '@studiolo/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { noteError } from '../http/observe-requests.js';

/** Value of Retry-After when a service is unavailable, in seconds. */
const RETRY_UNAVAILABLE_SECONDS = 2;

/** The public form of an error: sentence, code, extra fields of the code, and the request id on a 5xx. */
export function errorAnswer(error: AppError, requestId: string): ErrorAnswer {
  const { email, attempt, filename } = error.details;
  return {
    success: false,
    error: error.message,
    code: error.code,
    ...(error.code === 'EMAIL_NOT_VERIFIED' && { email_verification_required: true as const }),
    ...(typeof email === 'string' && { email }),
    ...(typeof attempt === 'string' && { attempt }),
    ...(typeof filename === 'string' && { filename }),
    ...(error.code === 'PROJECT_CHANGED' && { project: error.details.project as Project }),
    ...(errorStatus(error.code) >= 500 && { request_id: requestId }),
  };
}

/**
 * Answers a request with an error. An answer already in progress is cut off, so that the client does not take it for
 * complete.
 */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  noteError(request, error.code);
  if (reply.sent || reply.raw.headersSent) {
    reply.raw.destroy();
    return;
  }
  const { code, details } = error;
  const status = errorStatus(code);
  if (code === 'PROJECT_CHANGED') reply.header('etag', `"${String(details.revision)}"`);
  if (typeof details.retryAfterSeconds === 'number')
    reply.header('retry-after', details.retryAfterSeconds);
  else if (code === 'UNAVAILABLE') reply.header('retry-after', RETRY_UNAVAILABLE_SECONDS);
  void reply.status(status).send(errorAnswer(error, request.id));
}
