import { type ArgumentsHost, Catch } from '@nestjs/common';
import { BaseRpcExceptionFilter, RpcException } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';

import { RedisStreamsContext } from './redis-streams.context.js';

/**
 * Nest's own filter, except that an error of an event's handler is kept: no caller sees it, while `isPermanent`,
 * `isUnavailable` and the reason of a dead letter need it. An `RpcException` becomes its payload, as always.
 */
@Catch()
export class EventErrorFilter extends BaseRpcExceptionFilter<unknown> {
  override catch(exception: unknown, host: ArgumentsHost): Observable<unknown> {
    const context: unknown = host.switchToRpc().getContext();
    const isEvent = context instanceof RedisStreamsContext && context.getKind() === 'event';
    if (isEvent && !(exception instanceof RpcException)) return throwError(() => exception);
    return super.catch(exception, host);
  }
}
