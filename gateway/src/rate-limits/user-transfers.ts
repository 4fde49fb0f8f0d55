import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';

/** Limit of concurrent uploads and downloads per user and gateway; a browser makes six, or more over HTTP/2. */
export const TRANSFERS_MAX = 64;

/** Counts the transfers of each user, which can last long on a slow connection. */
@Injectable()
export class UserTransfers {
  private readonly counts = new Map<string, number>();
  private readonly max: number;

  constructor(@Inject(GATEWAY_SETTINGS) { RATE_LIMITS }: Pick<GatewaySettings, 'RATE_LIMITS'>) {
    this.max = RATE_LIMITS === 'off' ? Number.POSITIVE_INFINITY : TRANSFERS_MAX;
  }

  /** @throws AppError RATE_LIMITED when the user has too many, or what `transfer` throws */
  async run<Result>(userId: string, transfer: () => Promise<Result>): Promise<Result> {
    const count = this.counts.get(userId) ?? 0;
    if (count >= this.max) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
    this.counts.set(userId, count + 1);
    try {
      return await transfer();
    } finally {
      const left = (this.counts.get(userId) ?? 0) - 1;
      if (left > 0) this.counts.set(userId, left);
      else this.counts.delete(userId);
    }
  }
}
