import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  UnauthorizedException,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { jwtVerify } from 'jose';
import { JWT_KEY } from './settings.js';

type SignedInRequest = FastifyRequest & { ownerId?: string };

/** The account behind the token. */
export const Owner = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<SignedInRequest>().ownerId,
);

/** Checks the token's signature, and in Redis that its session has not ended. */
@Injectable()
export class SessionGuard implements CanActivate {
  @Inject() private readonly redis: Redis;

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer') throw new UnauthorizedException();
    const { sub, sid } = await this.claims(token);
    if (sub === undefined || (await this.redis.get(`session:${String(sid)}`)) !== sub) {
      throw new UnauthorizedException();
    }
    request.ownerId = sub;
    return true;
  }

  private async claims(token: string): Promise<{ sub?: string; sid?: unknown }> {
    try {
      return (await jwtVerify(token, JWT_KEY, { algorithms: ['HS256'] })).payload;
    } catch (error) {
      throw new UnauthorizedException(undefined, { cause: error });
    }
  }
}
