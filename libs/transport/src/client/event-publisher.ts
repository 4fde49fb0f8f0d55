import { execute } from '../redis/batches.js';
import { serviceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import type { MessageSigner } from '../wire/message-signer.js';
import { withTimeout } from '../with-timeout.js';
import type { ClientSettings } from './client-options.js';
import type { OutgoingMessage } from './compose-message.js';

/** Stores an event for every service that consumes it: for all of them or for none. */
export class EventPublisher {
  constructor(
    private readonly connection: RedisConnection,
    private readonly settings: ClientSettings,
    private readonly signer: MessageSigner | undefined,
  ) {}

  async publish(message: OutgoingMessage): Promise<void> {
    const { pattern } = message.header;
    const services = this.settings.eventRoutes[pattern];
    if (!services) {
      throw new TransportError('NO_ROUTE', `No service is configured for "${pattern}"`);
    }
    if (services.length === 0) return;
    try {
      await withTimeout(this.store(services, message), this.settings.unavailableAfterMs);
    } catch (cause) {
      throw new TransportError('UNAVAILABLE', `Redis did not confirm "${pattern}"`, { cause });
    }
  }

  private store(services: readonly string[], { header, dataText }: OutgoingMessage): Promise<void> {
    const transaction = this.connection.redis.multi();
    for (const service of services) {
      const stream = serviceKeys(this.settings.prefix, service).events;
      transaction.xadd(stream, '*', ...encodeEntry(stream, header, dataText, this.signer));
    }
    return execute(transaction);
  }
}
