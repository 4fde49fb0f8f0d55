import { Injectable } from '@nestjs/common';
import { type HealthIndicatorResult, HealthIndicatorService } from '@nestjs/terminus';

/** A client or a server of this transport. */
interface Connection {
  isReady(): boolean;
}

/** For the health checks of `@nestjs/terminus`. */
@Injectable()
export class RedisStreamsHealthIndicator {
  constructor(private readonly indicators: HealthIndicatorService) {}

  /** Up while the connection can use Redis. It asks Redis nothing, so that a check costs no round trip. */
  check<const Key extends string>(key: Key, connection: Connection): HealthIndicatorResult<Key> {
    const indicator = this.indicators.check(key);
    return connection.isReady() ? indicator.up() : indicator.down('Redis cannot be used');
  }
}
