import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Operation } from '@studiolo/contracts';
import type { FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';

import { operationOf } from '../http/operation-of.js';
import { RequestQueues } from './request-queues.js';
import { UserQueues } from './user-queues.js';

/**
 * Runs a request's handler in a slot of its operation's queue, after its session was checked and its body read. It gets
 * there when its user has few others under way.
 */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(
    private readonly queues: RequestQueues,
    private readonly users: UserQueues,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const operation = operationOf(request);
    if (operation === undefined || operation.queue === 'none') return next.handle();
    if (isTransfer(operation)) return next.handle();
    const { session } = request;
    const { queue } = operation;
    const work = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    const client = request.raw.socket;
    const inQueue = () => this.queues[queue].run(work, client);
    return from(session ? this.users.run(session.userId, inQueue, client) : inQueue());
  }
}

/** A transfer takes its slot itself, but not for the time in which a client sends or receives bytes. */
function isTransfer({ bodyType, answer }: Operation): boolean {
  return bodyType === 'multipart' || answer === 'binary';
}
