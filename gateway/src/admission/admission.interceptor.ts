import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';

import { partOf, RequestQueues } from './request-queues.js';

/** Runs a request's handler in a slot of its part of the API, after its session was checked and its body read. */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(private readonly queues: RequestQueues) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const part = partOf(request.method, request.routeOptions.url ?? '');
    if (part === undefined) return next.handle();
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(this.queues[part].run(work, request.raw.socket));
  }
}
