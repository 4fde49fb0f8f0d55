import { Body, Controller, HttpCode, Inject, Post, UnauthorizedException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { verify } from '@node-rs/argon2';
import { loginOperation, type BodyOf, SESSION_TTL_MS } from '@studiolo/contracts';
import { Redis } from 'ioredis';
import { SignJWT } from 'jose';
import { Repository } from 'typeorm';
import { Account, Session } from './entities.js';
import { JWT_KEY } from './settings.js';

@Controller('api/auth')
export class AccountsController {
  @InjectRepository(Account) private readonly accounts: Repository<Account>;
  @InjectRepository(Session) private readonly sessions: Repository<Session>;
  @Inject() private readonly redis: Redis;

  @Post('login')
  @HttpCode(200)
  async login(
    @Body({ schema: loginOperation.body }) { email, password }: BodyOf<typeof loginOperation>,
  ) {
    const account = await this.accounts.findOneBy({ email });
    if (!account || !(await verify(account.passwordHash, password))) {
      throw new UnauthorizedException();
    }
    await this.accounts.update(account.id, { lastLogin: new Date() });
    const token = await this.openSession(account.id);
    return { success: true, token, user: { id: account.id, name: account.name, email } };
  }

  private async openSession(accountId: string): Promise<string> {
    const expiresAt = new Date(Date.now() + SESSION_TTL_MS);
    const { id } = await this.sessions.save(this.sessions.create({ accountId, expiresAt }));
    await this.redis.set(`session:${id}`, accountId, 'PX', SESSION_TTL_MS);
    return new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(accountId)
      .setExpirationTime(expiresAt)
      .sign(JWT_KEY);
  }
}
