import { inspect } from 'node:util';

import { Logger } from '@nestjs/common';

import { execute } from '../redis/batches.js';
import { decodeEntry, explain, messageFields, type ReadableEntry } from '../wire/entry.js';
import type { Delivery, DeliveryHandler } from './delivery.js';
import { PendingEntries } from './pending-entries.js';
import type { ReplicaContext } from './replica-context.js';
import { runHandler } from './run-handler.js';

/** Events a replica works on at once. */
const CONCURRENCY = 16;
/** Milliseconds until a failed parking is tried again. */
const PARK_AGAIN_MS = 1_000;
/** Longest pause between two tries of an event, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;
/** Dead letters kept, about; the oldest go first. */
const MAX_DEAD_LETTERS = 10_000;
const MAX_REASON_LENGTH = 500;

/**
 * Runs events: every one ends acknowledged after success, or parked as a dead letter. Failed ones stay pending and are
 * tried again after a growing pause. Redis keeps the count of the tries, so that it survives the replica; only the pause
 * does not.
 */
export class EventConsumer implements DeliveryHandler {
  readonly kind = 'event';
  readonly taken: PendingEntries;
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;
  private readonly logger = new Logger(EventConsumer.name);

  constructor(private readonly parts: ReplicaContext) {
    this.taken = new PendingEntries(parts.keys.events, parts.settings.service, CONCURRENCY);
  }

  get waiting(): number {
    return this.timers.size;
  }

  /** What waits stays pending: a peer takes it over once this replica's heartbeat ends. */
  stopRetries(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  accept(delivery: Delivery): void {
    void this.taken
      .run(delivery.entryId, () => this.handle(delivery))
      .catch((error: unknown) => {
        this.logger.error(error);
        // Redis still counts it as pending: it is claimed again, like what never arrived.
        this.taken.release(delivery.entryId);
      });
  }

  private async handle(delivery: Delivery): Promise<void> {
    const { settings, cipher, counts } = this.parts;
    const entry = decodeEntry(this.taken.stream, delivery.fields, cipher);
    if (entry.outcome !== 'ok') {
      // The sender of a refused one may have another key: a replay runs it once the keys are the same.
      counts[entry.outcome === 'refused' ? 'refused' : 'unreadable'] += 1;
      await this.park(delivery, explain(entry.outcome));
    } else if (delivery.attempt > settings.maxEventAttempts) {
      await this.park(delivery, 'no replica survived it');
    } else {
      await this.run(entry, delivery);
    }
  }

  private async run(entry: ReadableEntry, delivery: Delivery): Promise<void> {
    const { counts, handlers, outgoing } = this.parts;
    const { pattern } = entry.header;
    const handler = handlers.get(pattern);
    if (!handler) {
      counts.unreadable += 1;
      await this.park(delivery, `no handler for "${pattern}"`);
      return;
    }
    const outcome = await runHandler(this.parts, this.kind, handler, entry, delivery);
    if ('cause' in outcome) await this.failed(delivery, pattern, outcome.cause);
    else outgoing.acknowledge(this.taken, delivery.entryId);
  }

  private async failed(delivery: Delivery, pattern: string, cause: unknown): Promise<void> {
    const { maxEventAttempts, isUnavailable } = this.parts.settings;
    const { attempt, uncounted = 0 } = delivery;
    const reason = describe(cause);
    if (isUnavailable(cause)) {
      this.logger.warn(`${pattern} cannot reach what it needs: ${reason}`);
      this.retryLater({ ...delivery, uncounted: uncounted + 1 }, uncounted + 1);
    } else if (attempt >= maxEventAttempts) {
      await this.park(delivery, reason);
    } else {
      this.logger.warn(`${pattern} failed, try ${attempt} of ${maxEventAttempts}: ${reason}`);
      this.retryLater({ ...delivery, attempt: attempt + 1, uncounted: 0 }, attempt);
    }
  }

  /** Moves the event to the dead-letter stream, at once or as soon as Redis lets it. */
  private async park(delivery: Delivery, reason: string): Promise<void> {
    const { stream, group } = this.taken;
    const { commands, counts, keys } = this.parts;
    const why = ['reason', reason.slice(0, MAX_REASON_LENGTH), 'attempts', delivery.attempt];
    const letter = [...messageFields(delivery.fields), ...why];
    const move = commands.redis
      .multi()
      .xadd(keys.deadLetters, 'MAXLEN', '~', MAX_DEAD_LETTERS, '*', ...letter)
      .xack(stream, group, delivery.entryId)
      .xdel(stream, delivery.entryId);
    try {
      await execute(move);
    } catch (error) {
      this.logger.error(`Could not park ${delivery.entryId}: ${describe(error)}`);
      this.later(PARK_AGAIN_MS, () => this.park(delivery, reason));
      return;
    }
    this.taken.release(delivery.entryId);
    counts.deadLettered += 1;
    this.logger.error(`Parked ${delivery.entryId} of ${stream} as a dead letter: ${reason}`);
  }

  /** @param failures in a row, by which the pause grows */
  private retryLater(next: Delivery, failures: number): void {
    const { eventRetryBaseMs } = this.parts.settings;
    const pauseMs = Math.min(eventRetryBaseMs * 2 ** (failures - 1), LONGEST_PAUSE_MS);
    this.later(pauseMs, () => this.retry(next, pauseMs));
  }

  /** Claiming an entry that is already ours sets its number of tries in Redis, and fails if a peer has taken it over. */
  private async retry(next: Delivery, pauseMs: number): Promise<void> {
    const { stream, group } = this.taken;
    const { commands, consumer } = this.parts;
    const { entryId, attempt } = next;
    let claimed: unknown[];
    try {
      claimed = await commands.redis.xclaim(
        ...([stream, group, consumer, pauseMs / 2, entryId] as const),
        ...(['RETRYCOUNT', attempt] as const),
      );
    } catch {
      this.later(pauseMs, () => this.retry(next, pauseMs));
      return;
    }
    if (claimed[0]) this.accept(next);
    else this.taken.release(entryId);
  }

  private later(delayMs: number, work: () => Promise<void>): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.taken.wake();
      work().catch((error: unknown) => this.logger.error(error));
    }, delayMs);
    this.timers.add(timer);
  }
}

function describe(cause: unknown): string {
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown };
  if (typeof message === 'string') return message;
  // What stands beside a code may be somebody's data, and the reason of a dead letter is clear text.
  if (typeof code === 'string') return code;
  return typeof cause === 'string' ? cause : inspect(cause, { breakLength: Infinity });
}
