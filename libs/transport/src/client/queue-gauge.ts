import type { Redis } from 'ioredis';

import { serviceKeys } from '../redis/keys.js';
import { TransportError } from '../transport.error.js';

/** Reads the length of each service's request stream, and refuses requests to a service that is too far behind. */
export class QueueGauge {
  private readonly depths = new Map<string, number>();

  constructor(
    private readonly prefix: string,
    private readonly maxQueued: number,
  ) {}

  /** @throws TransportError `UNAVAILABLE` when the service is too far behind. */
  admit(service: string): void {
    const depth = this.depths.get(service);
    if (depth === undefined) this.depths.set(service, 0);
    else if (depth >= this.maxQueued) {
      throw new TransportError('UNAVAILABLE', `${service} has ${depth} requests waiting`);
    }
  }

  async measure(redis: Redis): Promise<void> {
    const services = [...this.depths.keys()];
    if (services.length === 0) return;
    const pipeline = redis.pipeline();
    for (const service of services) pipeline.xlen(serviceKeys(this.prefix, service).requests);
    const lengths = (await pipeline.exec()) ?? [];
    services.forEach((service, at) => {
      const length = lengths[at]?.[1];
      if (typeof length === 'number') this.depths.set(service, length);
    });
  }

  snapshot(): Record<string, number> {
    return Object.fromEntries(this.depths);
  }
}
