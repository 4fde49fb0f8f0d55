import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { RedisStreamsContext } from '@studiolo/transport';
import { Observable } from 'rxjs';

import { withRequestContext } from '../logging/request-context.js';

/** Gives a handler the request id that came with its message, and writes down that it was called. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Message');

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const context: unknown = execution.switchToRpc().getContext();
    if (!(context instanceof RedisStreamsContext)) return next.handle();
    const requestId = context.getMetadata().requestId ?? context.getMessageId();
    return new Observable((subscriber) =>
      withRequestContext({ requestId }, () => {
        this.logger.debug(`Handling ${context.getPattern()}`);
        return next.handle().subscribe(subscriber);
      }),
    );
  }
}
