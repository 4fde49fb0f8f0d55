import { serviceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { TransportError } from '../transport.error.js';
import { storeDelayed } from '../wire/delayed-events.js';
import { encodeEntry, ORDER_KEY } from '../wire/entry.js';
import type { MessageSigner } from '../wire/message-signer.js';
import { storeOrdered } from '../wire/ordered-events.js';
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
    const { header, delayMs } = message;
    if (delayMs !== undefined && !(Number.isFinite(delayMs) && delayMs >= 0))
      throw new TypeError(
        `delayMs has to be a number of milliseconds, 0 or more, and is ${delayMs}`,
      );
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
    { header, dataText, orderKey, delayMs }: OutgoingMessage,
  ): Promise<void> {
    const { redis } = this.connection;
    const entries = services.map((service) => {
      const keys = serviceKeys(this.settings.prefix, service);
      const fields = encodeEntry(keys.events, header, dataText, this.signer);
      if (orderKey !== undefined) fields.push(ORDER_KEY, orderKey);
      return { keys, fields };
    });
    if (delayMs !== undefined) {
      await redis.eval(...storeDelayed(entries, delayMs));
      return;
    }
    if (orderKey !== undefined) {
      await redis.eval(...storeOrdered(entries, orderKey));
      return;
    }
    const transaction = redis.multi();
    for (const { keys, fields } of entries) transaction.xadd(keys.events, '*', ...fields);
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
