import type { RedisClock } from '../redis/redis-clock.js';
import type { MessageSigner } from '../wire/message-signer.js';
import type { HandlerHost } from './handler-host.js';
import type { OutgoingBatch } from './outgoing-batch.js';
import type { ServerSettings } from './server-options.js';
import type { ServerCounter } from './server-stats.js';

/** What handling a message takes, be it a request or an event. */
export interface HandlingParts {
  readonly settings: ServerSettings;
  readonly signer: MessageSigner | undefined;
  readonly clock: RedisClock;
  readonly host: HandlerHost;
  readonly outgoing: OutgoingBatch;
  readonly counter: ServerCounter;
}
