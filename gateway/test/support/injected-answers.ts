import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Message, ReplyOf, RequestOf } from '@studiolo/contracts';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { defer, lastValueFrom, type Observable } from 'rxjs';

/** @param ask lets the service answer */
type Answer<Request, Reply> = (request: Request, ask: () => Promise<Reply>) => unknown;

interface Received {
  readonly pattern: string;
  readonly request: unknown;
  readonly messageId: string;
}

/** Stands before the handlers of services: notes each message, and answers those that a test has answers for. */
export class InjectedAnswers implements NestInterceptor {
  private readonly answers = new Map<string, Answer<never, never>>();
  /** Every message and event that a service was given, oldest first. */
  readonly received: Received[] = [];

  intercept(execution: ExecutionContext, next: CallHandler<never>): Observable<unknown> {
    const rpc = execution.switchToRpc();
    const request: unknown = rpc.getData();
    const context: RedisStreamsContext = rpc.getContext();
    const pattern = context.getPattern();
    this.received.push({ pattern, request, messageId: context.getMessageId() });
    const answer = this.answers.get(pattern);
    if (!answer) return next.handle();
    const ask = () => lastValueFrom(next.handle());
    return defer(async () => await answer(request as never, ask));
  }

  /** Answers a message instead of its service; a thrown AppError is sent as its code. */
  answer<Definition extends Message>(
    message: Definition,
    answer: (
      request: RequestOf<Definition>,
      ask: () => Promise<ReplyOf<Definition>>,
    ) => ReplyOf<Definition> | Promise<ReplyOf<Definition>>,
  ): void {
    this.answers.set(message.pattern, answer);
  }

  /** Lets the services answer every message again, and forgets those received. */
  reset(): void {
    this.answers.clear();
    this.received.length = 0;
  }

  requestsOf<Definition extends Message>(message: Definition): RequestOf<Definition>[] {
    return this.received
      .filter(({ pattern }) => pattern === message.pattern)
      .map(({ request }) => request as RequestOf<Definition>);
  }
}
