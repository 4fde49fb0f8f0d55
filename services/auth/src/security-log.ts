import { hash } from 'node:crypto';

import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import { authMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';
import { type Observable, tap } from 'rxjs';

interface SecurityEvent {
  readonly done: string;
  readonly refused?: string;
  /** Selects the requests to log; all by default. */
  readonly when?: (request: Named) => boolean;
}

type Name = keyof typeof authMessages;

/** The logged event for each message, by its outcome; docs/operations.md documents the fields. */
const EVENTS: Partial<Record<Name, SecurityEvent>> = {
  signup: { done: 'signed_up' },
  verifyEmail: { done: 'email_verified', refused: 'link_refused' },
  login: { done: 'signed_in', refused: 'sign_in_refused' },
  googleCallback: { done: 'signed_in', refused: 'sign_in_refused' },
  logout: { done: 'session_ended' },
  endSession: { done: 'session_ended' },
  changePassword: { done: 'password_changed', refused: 'password_change_refused' },
  updateProfile: { done: 'email_change_requested', when: ({ email }) => email !== undefined },
  forgotPassword: { done: 'reset_requested' },
  resetPassword: { done: 'password_reset', refused: 'link_refused' },
  deleteAccount: { done: 'account_deleted' },
  findAccounts: { done: 'accounts_found' },
  createAccount: { done: 'account_created', refused: 'account_not_created' },
  confirmSignUp: { done: 'sign_up_confirmed', refused: 'sign_up_not_confirmed' },
  sendTestMail: { done: 'test_mail_sent' },
  findFailedMails: { done: 'mails_retried', when: ({ retry }) => retry === true },
  endSessions: { done: 'sessions_ended' },
};
const BY_PATTERN = new Map(
  Object.entries(EVENTS).map(([name, event]) => [authMessages[name as Name].pattern, event]),
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
    const event = BY_PATTERN.get(context.getPattern());
    const request = rpc.getData<Named>();
    if (event === undefined || event.when?.(request) === false) return next.handle();
    const write = (name: string, more: object) => {
      const { requestId = context.getMessageId(), client } = context.getMetadata();
      this.logger.log({ event: name, ...whoOf(request), ...more, from: client, requestId });
    };
    return next.handle().pipe(
      tap({
        next: (reply: Named) => {
          // `user: null` means that no account or sign-up was found.
          const name = reply.user === null ? event.refused : event.done;
          if (name !== undefined) write(name, whoOf(reply));
        },
        error: (error: unknown) => {
          if (event.refused === undefined || !AppError.is(error)) return;
          const { code } = error;
          // The caller did not cause these.
          if (code !== 'UNAVAILABLE' && code !== 'INTERNAL') write(event.refused, { code });
        },
      }),
    );
  }
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
