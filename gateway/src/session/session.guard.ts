import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Operation } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { SessionReader } from './session-reader.js';
import { type Session, TokenVerifier } from './token-verifier.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; null on public routes. */
    session: Session | null;
  }
}

/** Who may call a route, or the routes of a class. Without it, only a session may. */
export const Access = Reflector.createDecorator<NonNullable<Operation['access']>>();

const BEARER = /^Bearer +([\w.-]+)$/i;

@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly sessions: SessionReader,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride(Access, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    try {
      request.session = await this.sessionOf(request);
    } catch (error) {
      const isSignedOut = AppError.is(error, 'UNAUTHENTICATED');
      if (access !== 'optional-session' || !isSignedOut) throw error;
    }
    return true;
  }

  /** @throws AppError UNAUTHENTICATED without an active session */
  private async sessionOf(request: FastifyRequest): Promise<Session> {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new AppError('UNAUTHENTICATED');
    const session = await this.tokens.verify(token);
    if (!(await this.sessions.isAlive(session))) throw new AppError('UNAUTHENTICATED');
    return session;
  }
}
