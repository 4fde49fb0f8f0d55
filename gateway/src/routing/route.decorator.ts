import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  Res,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Operation } from '@studiolo/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { type Call, readCall } from '../http/read-call.js';
import { CountCallPipe } from '../rate-limits/count-call.pipe.js';
import { Access } from '../session/session.guard.js';

type AnswerOf<Definition extends Operation> = Definition['answer'] extends z.core.$ZodType
  ? z.input<Definition['answer']>
  : void;

/** The handler itself sends bytes and events to the reply; where there is an ETag, it sets the header. */
type Handler<Definition extends Operation> = (
  call: Call<Definition>,
  reply: FastifyReply,
) => Promise<AnswerOf<Definition>>;

type RouteDecorator<Definition extends Operation> = <Method extends Handler<Definition>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const methodOf = ({ method }: Operation) =>
  RequestMethod[method.toUpperCase() as Uppercase<typeof method>];

const CallParameter = createParamDecorator((operation: Operation, context: ExecutionContext) =>
  readCall(operation, context.switchToHttp().getRequest<FastifyRequest>()),
);

/**
 * Makes a method answer a contract's operation, which defines method, path, access, status, schemas, queue and limits;
 * the compiler checks the method's types.
 */
export function Route<const Definition extends Operation>(
  operation: Definition,
): RouteDecorator<Definition> {
  return (target, name, descriptor) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    RequestMapping({ method: methodOf(operation), path })(target, name, descriptor);
    HttpCode(operation.status ?? 200)(target, name, descriptor);
    RouteConfig({ operation })(target, name, descriptor);
    if (operation.access) Access(operation.access)(target, name, descriptor);
    CallParameter(operation, CountCallPipe)(target, name, 0);
    if (operation.answer === 'binary' || operation.answer === 'events') Res()(target, name, 1);
    else if (operation.hasEtag) Res({ passthrough: true })(target, name, 1);
  };
}
