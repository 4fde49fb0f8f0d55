import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { errorStatus } from '@studiolo/contracts';
import { type AppError, withRequestContext } from '@studiolo/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { sendError } from './error-answer.js';
import { toAppError } from './to-app-error.js';

/** Turns anything thrown into the common form of error answer; unexpected errors are logged in full. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const error = toAppError(thrown);
    // When a client has disconnected, its request fails with errors that are nobody's fault.
    if (error.code === 'INTERNAL' || !request.raw.socket.destroyed) {
      withRequestContext({ requestId: request.id }, () => this.log(error));
    }
    sendError(request, http.getResponse<FastifyReply>(), error);
  }

  private log(error: AppError): void {
    if (errorStatus(error.code) < 500) return;
    if (error.code === 'INTERNAL') this.logger.error({ err: error }, 'Unexpected error');
    else this.logger.warn({ err: error, code: error.code }, error.message);
  }
}
