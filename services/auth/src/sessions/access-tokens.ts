import { Inject, Injectable } from '@nestjs/common';
import { importPKCS8, SignJWT } from 'jose';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { Session } from '../entities/session.entity.js';

const ALGORITHM = 'EdDSA';
const ISSUER = 'studiolo';
const AUDIENCE = 'studiolo-api';

/** Signs the bearer tokens that the gateway verifies with the public key. */
@Injectable()
export class AccessTokens {
  private readonly key: ReturnType<typeof importPKCS8>;

  constructor(@Inject(AUTH_SETTINGS) settings: Pick<AuthSettings, 'JWT_PRIVATE_KEY'>) {
    this.key = importPKCS8(settings.JWT_PRIVATE_KEY, ALGORITHM);
  }

  /** A token that names user and session and expires with the session. */
  async sign(session: Pick<Session, 'id' | 'userId' | 'expiresAt'>): Promise<string> {
    return new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(session.userId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(session.expiresAt)
      .sign(await this.key);
  }
}
