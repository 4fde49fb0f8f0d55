import { serviceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { TransportError } from '../transport.error.js';
import { encodeEntry } from '../wire/entry.js';
import type { MessageSigner } from '../wire/message-signer.js';
import type { ClientSettings } from './client-options.js';
import type { OutgoingMessage } from './message-composer.js';

/** Stores an event for every service that consumes it: for all of them or for none. */
export class EventPublisher {
  constructor(
    private readonly connection: RedisConnection,
    private readonly settings: ClientSettings,
    private readonly signer: MessageSigner | undefined,
  ) {}

  async publish(message: OutgoingMessage): Promise<void> {
    const { header } = message;
    const services = this.settings.eventRoutes[header.pattern];
    if (!services) {
      throw new TransportError('NO_ROUTE', `No service is configured for "${header.pattern}"`);
    }
    if (services.length === 0) return;
    try {
      await this.within(this.store(services, message));
    } catch (error) {
      const message = `Redis did not confirm "${header.pattern}"`;
      throw new TransportError('UNAVAILABLE', message, { cause: error });
    }
  }

  private async store(
    services: readonly string[],
    { header, dataText }: OutgoingMessage,
  ): Promise<void> {
    const transaction = this.connection.redis.multi();
    for (const service of services) {
      const stream = serviceKeys(this.settings.prefix, service).events;
      transaction.xadd(stream, '*', ...encodeEntry(stream, header, dataText, this.signer));
    }
    const results = await transaction.exec();
    const failure = results?.find(([error]) => error)?.[0];
    if (failure) throw failure;
    if (!results) throw new Error('The transaction was not executed');
  }

  private async within(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timed out')), this.settings.unavailableAfterMs);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
