import { createHash } from 'node:crypto';

import { Injectable } from '@nestjs/common';
import { AppError } from '@studiolo/service-kit';
import { Redis } from 'ioredis';

/** Longer than the lifetime of Google's codes. */
const REMEMBERED_SECONDS = 3600;

/** Ensures that only one message exchanges a code, whatever Google would allow. */
@Injectable()
export class GoogleCodes {
  constructor(private readonly redis: Redis) {}

  /**
   * Claims a code for a message; the same message may claim it again.
   * @throws AppError GOOGLE_CODE_REJECTED when another message has claimed it, UNAVAILABLE
   */
  async claim(code: string, messageId: string): Promise<void> {
    const key = `google-code:${createHash('sha256').update(code).digest('base64url')}`;
    if ((await this.ownerOf(key, messageId)) !== messageId) {
      throw new AppError('GOOGLE_CODE_REJECTED');
    }
  }

  private async ownerOf(key: string, messageId: string): Promise<string | null> {
    try {
      const claimed = await this.redis.set(key, messageId, 'EX', REMEMBERED_SECONDS, 'NX');
      return claimed === 'OK' ? messageId : await this.redis.get(key);
    } catch (error) {
      throw new AppError('UNAVAILABLE', {}, { cause: error });
    }
  }
}
