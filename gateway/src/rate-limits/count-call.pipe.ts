import { Injectable, type PipeTransform } from '@nestjs/common';
import { type Operation, rateLimits } from '@studiolo/contracts';

import { operationOf } from '../http/operation-of.js';
import type { Call } from '../http/read-call.js';
import { limitKey } from './limit-key.js';
import { RateLimiter } from './rate-limiter.js';

/** Counts a valid call against the limits of its operation. Those about passwords count in `PasswordLimit`. */
@Injectable()
export class CountCallPipe implements PipeTransform<Call<Operation>> {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws AppError RATE_LIMITED, or UNAVAILABLE without Redis */
  async transform(call: Call<Operation>): Promise<Call<Operation>> {
    for (const name of operationOf(call.request)?.limits ?? []) {
      const limit = rateLimits[name];
      if (limit.counts === 'calls') await this.limiter.consume(name, limitKey(limit, call));
    }
    return call;
  }
}
