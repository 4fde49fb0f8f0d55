import { Injectable } from '@nestjs/common';
import { liveChannel, liveNoticeSchema } from '@studiolo/contracts';
import { Redis } from 'ioredis';

/** Publishes notices from the outbox to the gateways on which their owner has a page open. */
@Injectable()
export class LivePublisher {
  constructor(private readonly redis: Redis) {}

  async publish(payload: unknown): Promise<void> {
    const notice = liveNoticeSchema.parse(payload);
    await this.redis.publish(liveChannel(notice.userId), JSON.stringify(notice));
  }
}
