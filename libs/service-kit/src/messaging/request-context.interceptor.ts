import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { from, lastValueFrom, type Observable } from 'rxjs';

import { withRequestContext } from '../logging/request-context.js';
import { inSpanFrom, messageSpan } from '../tracing/span.js';

/** Gives a handler its message, with the request id and the trace, and marks that the handler was called. */
@Injectable()
export class RequestContextInterceptor implements NestInterceptor {
  private readonly logger = new Logger('Message');

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const context: unknown = execution.switchToRpc().getContext();
    if (!(context instanceof RedisStreamsContext)) return next.handle();
    const { requestId = context.getMessageId(), traceparent } = context.getMetadata();
    const handle = (): Promise<unknown> => {
      this.logger.debug(`Handling ${context.getPattern()}`);
      return lastValueFrom(next.handle(), { defaultValue: undefined });
    };
    const span = messageSpan('process', context.getPattern(), {
      'messaging.message.id': context.getMessageId(),
      'studiolo.message.attempt': context.getAttempt(),
    });
    const inTrace = () => inSpanFrom(traceparent, span, handle);
    return from(withRequestContext({ requestId, message: context }, inTrace));
  }
}
