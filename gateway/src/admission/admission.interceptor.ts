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
 * Runs a request's handler once its part of the API has a free slot. The body has been read and the session checked by
 * then, so a slow sender holds no slot; the slot is free again when the handler ends, whether or not the client is
 * still connected. An upload's handler reads its body itself and takes a slot afterwards.
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
