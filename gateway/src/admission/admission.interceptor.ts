import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { finalize, from, lastValueFrom, type Observable } from 'rxjs';

import { whileConnected } from '../http/while-connected.js';
import { AdmissionControl, partOf } from './admission-control.js';

/**
 * Runs a request's handler in a slot of its part of the API. A request with a body takes the slot here, when its body
 * has been read and its session checked, so a slow sender holds none. The slot is free again when the handler ends,
 * whether or not the client is still connected. An upload's handler reads its body itself and takes a slot afterwards.
 */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(private readonly control: AdmissionControl) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const part = partOf(request.method, request.routeOptions.url ?? '');
    if (part === undefined || part === 'upload') return next.handle();
    const free = this.control.arrivalSlots.takeOver(request.raw);
    if (free) return next.handle().pipe(finalize(free));
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return from(whileConnected(request, (gone) => this.control.run(part, work, gone)));
  }
}
