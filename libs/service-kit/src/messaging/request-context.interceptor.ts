import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { finalize, Observable, tap } from 'rxjs';

import { withRequestContext } from '../logging/request-context.js';
import { messageSpan, openFrom } from '../tracing/span.js';

/** Restores a message's request id and trace around its handler, and marks that the handler was called. */
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
        return handleInTrace(context, next).subscribe(subscriber);
      }),
    );
  }
}

function handleInTrace(context: RedisStreamsContext, next: CallHandler): Observable<unknown> {
  const pattern = context.getPattern();
  const span = openFrom(context.getMetadata().traceparent, () =>
    messageSpan(
      { operation: 'process', system: 'redis_streams', name: pattern },
      {
        'messaging.message.id': context.getMessageId(),
        'studiolo.message.attempt': context.getAttempt(),
      },
    ),
  );
  if (!span) return next.handle();
  return new Observable((subscriber) =>
    span.run(() =>
      next
        .handle()
        .pipe(
          tap({ error: (error: unknown) => span.fail(error) }),
          finalize(() => span.end()),
        )
        .subscribe(subscriber),
    ),
  );
}
