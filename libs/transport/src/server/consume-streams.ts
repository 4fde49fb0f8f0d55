import type { ServiceKeys } from '../redis/keys.js';
import type { Delivery } from './delivery.js';
import { EventHandler } from './event-handler.js';
import { EventRetries } from './event-retries.js';
import type { HandlingParts } from './handling-parts.js';
import type { Liveness } from './membership.js';
import type { AckTarget } from './outgoing-batch.js';
import { RequestHandler } from './request-handler.js';
import type { ServerConnections } from './server-connections.js';
import { StreamConsumer } from './stream-consumer.js';
import { TakenEntries } from './taken-entries.js';

export interface ConsumingParts {
  readonly handling: HandlingParts;
  readonly keys: ServiceKeys;
  /** Names this replica within the group. */
  readonly consumer: string;
  readonly connections: ServerConnections;
  readonly liveness: () => Liveness | undefined;
}

type RestoreGroup = () => Promise<void>;

/** The service's stream of requests. */
export function consumeRequests(parts: ConsumingParts, restoreGroup: RestoreGroup): StreamConsumer {
  const { keys, handling } = parts;
  const target = targetOf(parts, keys.requests, handling.settings.concurrency);
  const handler = new RequestHandler(target, handling);
  const accept = (delivery: Delivery) => handler.accept(delivery);
  return consume(parts, { target, accept, hasRoom: () => true, restoreGroup });
}

/** The service's stream of events, and the failed ones that wait for their next try. */
export function consumeEvents(
  parts: ConsumingParts,
  restoreGroup: RestoreGroup,
): { consumer: StreamConsumer; retries: EventRetries } {
  const { keys, handling, consumer, connections } = parts;
  const { settings, counter } = handling;
  const target = targetOf(parts, keys.events, settings.eventConcurrency);
  const accept = (delivery: Delivery) => handler.accept(delivery);
  const retries = new EventRetries(target, {
    ...{ settings, counter, consumer, keys, redeliver: accept },
    connection: connections.commands,
  });
  const handler = new EventHandler(target, handling, retries);
  const hasRoom = () => retries.waiting < settings.maxWaitingEvents;
  return { consumer: consume(parts, { target, accept, hasRoom, restoreGroup }), retries };
}

function targetOf({ handling }: ConsumingParts, stream: string, concurrency: number): AckTarget {
  return { stream, group: handling.settings.service, taken: new TakenEntries(concurrency) };
}

interface Consumption {
  readonly target: AckTarget;
  readonly restoreGroup: RestoreGroup;
  accept(delivery: Delivery): void;
  hasRoom(): boolean;
}

function consume(parts: ConsumingParts, consumption: Consumption): StreamConsumer {
  const { consumer, keys, connections, handling, liveness } = parts;
  return new StreamConsumer({
    ...{ ...consumption, consumer, keys, liveness },
    commands: connections.commands,
    reading: connections.readerOf(consumption.target.stream),
    redelivered: () => handling.counter.add('redelivered'),
  });
}
