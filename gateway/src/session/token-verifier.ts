import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import { importSPKI, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';

const ALGORITHM = 'EdDSA';
const EXPECTED = { algorithms: [ALGORITHM], issuer: 'studiolo', audience: 'studiolo-api' };
/** Number of verified tokens kept, to skip their signature check: about 1 KiB each. */
const CACHE_ENTRIES = 10_000;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

export interface Session {
  readonly userId: string;
  readonly sessionId: string;
}

/** Checks access tokens against auth's public key: EdDSA only, our issuer and audience, and an expiry. */
@Injectable()
export class TokenVerifier {
  private readonly verified = new LRUCache<string, Session>({ max: CACHE_ENTRIES });
  private readonly key: ReturnType<typeof importSPKI>;

  constructor(@Inject(GATEWAY_SETTINGS) { JWT_PUBLIC_KEY }: GatewaySettings) {
    this.key = importSPKI(JWT_PUBLIC_KEY, ALGORITHM);
  }

  /** @throws AppError UNAUTHENTICATED for a token that is not ours or has expired */
  async verify(token: string): Promise<Session> {
    const known = this.verified.get(token);
    if (known) return known;
    const key = await this.key;
    try {
      const { payload } = await jwtVerify(token, key, EXPECTED);
      const { sub, sid, exp } = claimsSchema.parse(payload);
      const session = { userId: sub, sessionId: sid };
      const remainingMs = Math.floor(exp * 1000 - Date.now());
      if (remainingMs > 0) this.verified.set(token, session, { ttl: remainingMs });
      return session;
    } catch (error) {
      throw new AppError('UNAUTHENTICATED', {}, { cause: error });
    }
  }
}
