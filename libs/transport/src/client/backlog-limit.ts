import type { Redis } from 'ioredis';

import { serviceKeys } from '../redis/keys.js';
import { TransportError } from '../transport.error.js';

/** Requests a service may have waiting before further ones are refused. */
const MAX_QUEUED = 10_000;

/** Reads the length of each service's request stream, and refuses requests to a service that is too far behind. */
export class BacklogLimit {
  private readonly lengths = new Map<string, number>();

  constructor(private readonly prefix: string) {}

  /** @throws TransportError `UNAVAILABLE` when the service is too far behind. */
  checkRoom(service: string): void {
    const length = this.lengths.get(service);
    if (length === undefined) this.lengths.set(service, 0);
    else if (length >= MAX_QUEUED) {
      throw new TransportError('UNAVAILABLE', `${service} has ${length} requests waiting`);
    }
  }

  async measure(redis: Redis): Promise<void> {
    const measured = [...this.lengths.keys()].map(async (service) => {
      const length = await redis.xlen(serviceKeys(this.prefix, service).requests).catch(() => 0);
      this.lengths.set(service, length);
    });
    await Promise.all(measured);
  }
}
