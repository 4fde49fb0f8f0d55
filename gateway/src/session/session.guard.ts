import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

import { Access } from './access.decorator.js';
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
    if (this.reflector.get(Access, context.getHandler()) === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw new AppError('UNAUTHENTICATED');
    const session = await this.tokens.verify(token);
    if (!(await this.sessions.isAlive(session))) throw new AppError('UNAUTHENTICATED');
    request.session = session;
    return true;
  }
}
