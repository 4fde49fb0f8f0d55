import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { errorStatus, type WireError } from '@studiolo/contracts';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { type Observable, throwError } from 'rxjs';

import { AppError } from '../app-error.js';
import { isDatabaseUnavailable } from '../database/unavailable.js';
import { recordMessageError } from '../metrics/message-metrics.js';

/** Sends every error to the caller as its code. Unexpected errors are logged in full and sent as INTERNAL. */
@Catch()
export class RpcErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Messages');

  catch(thrown: unknown, host: ArgumentsHost): Observable<never> {
    const error = this.toAppError(thrown);
    const context: unknown = host.switchToRpc().getContext();
    if (context instanceof RedisStreamsContext) {
      recordMessageError(context.getPattern(), error.code);
    }
    return throwError((): WireError => error.toWire());
  }

  private toAppError(error: unknown): AppError {
    if (AppError.is(error)) {
      if (errorStatus(error.code) >= 500) this.logger.warn({ err: error, code: error.code });
      return error;
    }
    if (isDatabaseUnavailable(error)) {
      this.logger.warn({ err: error }, 'The database is not available');
      return new AppError('UNAVAILABLE', {}, { cause: error });
    }
    this.logger.error({ err: error }, 'Unexpected error in a message handler');
    return new AppError('INTERNAL', {}, { cause: error });
  }
}
