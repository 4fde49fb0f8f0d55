import { inspect } from 'node:util';

import { Logger } from '@nestjs/common';

import type { ServiceKeys } from '../redis/keys.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { messageFields } from '../wire/entry.js';
import type { Delivery } from './delivery.js';
import type { AckTarget } from './outgoing-batch.js';
import type { ServerSettings } from './server-options.js';
import type { ServerCounter } from './server-stats.js';

const AGAIN_MS = 1_000;
const MAX_REASON_LENGTH = 500;

export interface EventRetriesParts {
  readonly connection: RedisConnection;
  readonly settings: ServerSettings;
  readonly counter: ServerCounter;
  readonly consumer: string;
  readonly keys: ServiceKeys;
  readonly redeliver: (delivery: Delivery) => void;
}

/**
 * Failed events stay pending and are tried again after a growing pause. Redis keeps the count of the tries, so that it
 * survives the replica; only the pause does not.
 */
export class EventRetries {
  private readonly logger = new Logger(EventRetries.name);
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(
    private readonly target: AckTarget,
    private readonly parts: EventRetriesParts,
  ) {}

  get waiting(): number {
    return this.timers.size;
  }

  async failed(delivery: Delivery, pattern: string, cause: unknown): Promise<void> {
    const { maxEventAttempts, isUnavailable, isPermanent } = this.parts.settings;
    const { attempt, uncounted = 0 } = delivery;
    const reason = describe(cause);
    if (isUnavailable(cause)) {
      this.logger.warn(`${pattern} waits for what it needs: ${reason}`);
      this.retryLater({ ...delivery, uncounted: uncounted + 1 }, uncounted + 1);
    } else if (attempt >= maxEventAttempts || isPermanent(cause)) {
      await this.park(delivery, reason);
    } else {
      this.logger.warn(`${pattern} failed, try ${attempt} of ${maxEventAttempts}: ${reason}`);
      this.retryLater({ ...delivery, attempt: attempt + 1, uncounted: 0 }, attempt);
    }
  }

  /** Moves the event to the dead-letter stream, at once or as soon as Redis lets it. */
  async park(delivery: Delivery, reason: string): Promise<void> {
    const { stream, group, taken } = this.target;
    const { connection, settings, counter, keys } = this.parts;
    const notes = ['reason', reason.slice(0, MAX_REASON_LENGTH), 'attempts', delivery.attempt];
    const letter = [...messageFields(delivery.fields), ...notes];
    const move = connection.redis
      .multi()
      .xadd(keys.deadLetters, 'MAXLEN', '~', settings.maxDeadLetters, '*', ...letter)
      .xack(stream, group, delivery.entryId)
      .xdel(stream, delivery.entryId);
    try {
      const results = await move.exec();
      const failure = results?.find(([error]) => error)?.[0];
      if (failure) throw failure;
    } catch (error) {
      this.logger.error(`Could not park ${delivery.entryId}: ${describe(error)}`);
      this.later(AGAIN_MS, () => this.park(delivery, reason));
      return;
    }
    taken.release(delivery.entryId);
    counter.add('deadLettered');
    this.logger.error(`Parked ${delivery.entryId} of ${stream} as a dead letter: ${reason}`);
  }

  /** What waits stays pending: a peer takes it over once this replica's heartbeat ends. */
  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  /** @param failures in a row, by which the pause grows */
  private retryLater(next: Delivery, failures: number): void {
    const { eventRetryBaseMs, eventRetryMaxMs } = this.parts.settings;
    const pauseMs = Math.min(eventRetryBaseMs * 2 ** (failures - 1), eventRetryMaxMs);
    this.later(pauseMs, () => this.retry(next, pauseMs));
  }

  /** Claiming an entry that is already ours sets its number of tries in Redis, and fails if a peer has taken it over. */
  private async retry(next: Delivery, pauseMs: number): Promise<void> {
    const { stream, group, taken } = this.target;
    const { connection, consumer, redeliver } = this.parts;
    const { entryId, attempt } = next;
    let claimed: unknown[];
    try {
      claimed = await connection.redis.xclaim(
        ...([stream, group, consumer, pauseMs / 2, entryId] as const),
        ...(['RETRYCOUNT', attempt] as const),
      );
    } catch {
      this.later(pauseMs, () => this.retry(next, pauseMs));
      return;
    }
    if (claimed[0]) redeliver(next);
    else taken.release(entryId);
  }

  private later(delayMs: number, work: () => Promise<void>): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.target.taken.wake();
      work().catch((error: unknown) => this.logger.error(error));
    }, delayMs);
    this.timers.add(timer);
  }
}

function describe(cause: unknown): string {
  const { message } = Object(cause) as { message?: unknown };
  if (typeof message === 'string') return message;
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
