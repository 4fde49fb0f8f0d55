import { StandardSchemaValidationPipe } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import type { DomainEvent, Message } from '@studiolo/contracts';
import type { z } from 'zod';

import { AppError } from '../app-error.js';
import { expectMessageErrors } from '../metrics/message-metrics.js';

type Handler<Input, Output> = (input: Input) => Promise<Output>;

type HandlerDecorator<Input, Output> = <Method extends Handler<Input, Output>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Makes a method answer a contract's message; the compiler checks payload and reply. */
export function HandleMessage<Request extends z.core.$ZodType, Reply extends z.core.$ZodType>(
  message: Message<Request, Reply>,
): HandlerDecorator<z.output<Request>, z.input<Reply>> {
  expectMessageErrors(message.pattern);
  return handling(MessagePattern(message.pattern), message.request);
}

/** Makes a method receive an event, at least once each; recognise repeats by the message id. */
export function HandleEvent<Payload extends z.core.$ZodType>(
  event: DomainEvent<Payload>,
): HandlerDecorator<z.output<Payload>, void> {
  expectMessageErrors(event.name);
  // Nest types its decorator by its own event map; the contract types ours.
  return handling(EventPattern(event.name) as MethodDecorator, event.payload);
}

/** Gives the handler what the schema makes of a payload, or refuses with the first reason. */
const PAYLOAD_PIPE = new StandardSchemaValidationPipe({
  exceptionFactory: ([issue]) =>
    new AppError('INVALID_REQUEST', { reason: issue?.message ?? 'The request is not valid' }),
});

function handling(pattern: MethodDecorator, schema: z.core.$ZodType) {
  return (target: object, name: string, descriptor: PropertyDescriptor): void => {
    pattern(target, name, descriptor);
    Payload({ schema, pipes: [PAYLOAD_PIPE] })(target, name, 0);
  };
}
