import type { Socket } from 'node:net';

import { Inject, Injectable } from '@nestjs/common';

import { GATEWAY_SETTINGS, type GatewaySettings } from '../settings.js';
import { RequestQueue } from './request-queue.js';

/** Requests of one user that a gateway runs at once; a browser makes six, or more over HTTP/2. */
export const AT_ONCE_BY_USER = 16;

/** Lets the requests of each user wait for each other, so that those of one never take the slots of all. */
@Injectable()
export class UserQueues {
  private readonly queues = new Map<string, RequestQueue>();
  private readonly isLimited: boolean;

  constructor(@Inject(GATEWAY_SETTINGS) { RATE_LIMITS }: Pick<GatewaySettings, 'RATE_LIMITS'>) {
    this.isLimited = RATE_LIMITS !== 'off';
  }

  /** As `RequestQueue.run`, among the requests of one user. */
  async run<Result>(userId: string, work: () => Promise<Result>, client: Socket): Promise<Result> {
    if (!this.isLimited) return work();
    const queue = this.queues.get(userId) ?? new RequestQueue(AT_ONCE_BY_USER);
    this.queues.set(userId, queue);
    try {
      return await queue.run(work, client);
    } finally {
      if (queue.length === 0) this.queues.delete(userId);
    }
  }
}
