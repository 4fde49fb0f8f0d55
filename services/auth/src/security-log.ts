import { hash } from 'node:crypto';

import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { type Audit, authMessages, type Message } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { type Observable, tap } from 'rxjs';

const AUDITS = new Map(
  Object.values<Message>(authMessages).map(({ pattern, audit }) => [pattern, audit]),
);

interface Named {
  readonly retry?: boolean;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly email?: string;
  readonly user?: { readonly id: string } | null;
}

/**
 * Logs a line for each sign-in, failure, reset, ended session and deletion: who, what, from where and by which request.
 * It copies a fixed list of fields, so that no secret of a request or a reply reaches the log.
 */
@Injectable()
export class SecurityLog implements NestInterceptor {
  private readonly logger = new Logger('Security');

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rpc = execution.switchToRpc();
    const context = rpc.getContext<RedisStreamsContext>();
    const audit = AUDITS.get(context.getPattern()) ?? 'nothing';
    const request = rpc.getData<Named>();
    if (audit === 'nothing' || !concerns(audit, request)) return next.handle();
    const write = (name: string, more: object) => {
      const { requestId = context.getMessageId(), client } = context.getMetadata();
      this.logger.log({ event: name, ...whoOf(request), ...more, from: client, requestId });
    };
    return next.handle().pipe(
      tap({
        next: (reply: Named) => {
          // `user: null` means that no account or sign-up was found.
          const name = reply.user === null ? audit.refused : audit.done;
          if (name !== undefined) write(name, whoOf(reply));
        },
        error: (error: unknown) => {
          if (audit.refused === undefined || !AppError.is(error)) return;
          const { code } = error;
          // The caller did not cause these.
          if (code !== 'UNAVAILABLE' && code !== 'INTERNAL') write(audit.refused, { code });
        },
      }),
    );
  }
}

function concerns({ ifGiven }: Audit, request: Named): boolean {
  return ifGiven === undefined || Boolean(request[ifGiven]);
}

function whoOf({ userId, user, sessionId, email }: Named) {
  const id = userId ?? user?.id;
  return {
    ...(id !== undefined && { userId: id }),
    ...(sessionId !== undefined && { sessionId }),
    ...(email !== undefined && { emailHash: hashOf(email) }),
  };
}

/** Distinguishes addresses without revealing them. */
const hashOf = (email: string): string => hash('sha256', String(email).toLowerCase()).slice(0, 16);
