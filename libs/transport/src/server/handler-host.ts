import type { MessageHandler } from '@nestjs/microservices';

import type { RedisStreamsContext } from '../redis-streams.context.js';

/** What the handlers of messages need of the Nest server that holds them. */
export interface HandlerHost {
  find(pattern: string): MessageHandler | undefined;
  /** Runs `work` between Nest's processing hooks; never rejects. */
  hooked(context: RedisStreamsContext, work: () => Promise<void>): Promise<void>;
}
