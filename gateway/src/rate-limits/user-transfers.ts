import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';

/** Uploads and downloads of one user that a gateway has in progress at most; a browser has six, or over HTTP/2 more. */
export const TRANSFERS_MAX = 64;

/** Counts the transfers of each user, which may last as long as the user's connection is slow. */
@Injectable()
export class UserTransfers {
  private readonly counts = new Map<string, number>();
  private readonly max: number;

  constructor(@Inject(GATEWAY_SETTINGS) { RATE_LIMITS }: Pick<GatewaySettings, 'RATE_LIMITS'>) {
    this.max = RATE_LIMITS === 'off' ? Number.POSITIVE_INFINITY : TRANSFERS_MAX;
  }

  /** The result ends the transfer. @throws AppError RATE_LIMITED when the user has too many of them */
  begin(userId: string): () => void {
    const count = this.counts.get(userId) ?? 0;
    if (count >= this.max) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
    this.counts.set(userId, count + 1);
    return () => {
      const left = (this.counts.get(userId) ?? 0) - 1;
      if (left > 0) this.counts.set(userId, left);
      else this.counts.delete(userId);
    };
  }
}
