import type { MessageHandler } from '@nestjs/microservices';

import type { ServiceKeys } from '../redis/keys.js';
import type { RedisClock } from '../redis/redis-clock.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import type { MessageCipher } from '../wire/message-cipher.js';
import type { Membership } from './membership.js';
import type { OutgoingBatch } from './outgoing-batch.js';
import type { ServerSettings } from './server-options.js';
import type { ServerCounters } from './server-stats.js';

export interface ReplicaContext {
  readonly settings: ServerSettings;
  readonly keys: ServiceKeys;
  /** Names this replica within the consumer group. */
  readonly consumer: string;
  readonly commands: RedisConnection;
  readonly cipher: MessageCipher | undefined;
  readonly clock: RedisClock;
  readonly counts: ServerCounters;
  readonly outgoing: OutgoingBatch;
  readonly membership: Membership;
  /** Each under the pattern of its messages. */
  readonly handlers: ReadonlyMap<string, MessageHandler>;
}
