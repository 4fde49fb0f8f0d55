import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { Access } from './access.decorator.js';
import type { Session } from './session.js';
import { SessionReader } from './session-reader.js';
import { TokenVerifier } from './token-verifier.js';

const BEARER = /^Bearer +([\w.-]+)$/i;

/** Refuses requests without an active session, unless the route is public. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenVerifier,
    private readonly sessions: SessionReader,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.get(Access, context.getHandler());
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    try {
      request.session = await this.sessionOf(request);
    } catch (error) {
      const isSignedOut = error instanceof AppError && error.code === 'UNAUTHENTICATED';
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
