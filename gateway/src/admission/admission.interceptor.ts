import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';

import { whileConnected } from '../http/while-connected.js';
import { AdmissionControl, partOf } from './admission-control.js';

/**
 * Lets the handler of a request run when there is a place for it among those of its part of the API. By now the body
 * is there and the session is checked, so that nobody holds a place by sending slowly; the place is free again when the
 * handler has ended, whether or not its client is still there. An upload's body is read by its handler, which asks for
 * a place itself.
 */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(private readonly control: AdmissionControl) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const part = partOf(request.method, request.routeOptions.url ?? '');
    if (part === undefined || part === 'upload') return next.handle();
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(whileConnected(request, (gone) => this.control.run(part, work, gone)));
  }
}
