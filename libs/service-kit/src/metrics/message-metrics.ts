import type {
  CallMeasurement,
  DeadLetters,
  HandlingMeasurement,
  RedisStreamsClient,
  RedisStreamsServer,
} from 'nestjs-redis-streams';
import { Counter, Histogram } from 'prom-client';

import { publishCounter, publishGauge } from './metrics.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const handled = new Histogram({
  name: 'studiolo_message_duration_seconds',
  help: 'Time the handlers of this process took, by kind, pattern and outcome',
  labelNames: ['kind', 'pattern', 'outcome'],
  buckets: SECONDS,
});

const errors = new Counter({
  name: 'studiolo_message_errors_total',
  help: 'Messages that ended with an error, by pattern and error code; most codes are ordinary refusals',
  labelNames: ['pattern', 'code'],
});

const calls = new Histogram({
  name: 'studiolo_call_duration_seconds',
  help: 'Time until a call to a service was answered or given up, by pattern and outcome',
  labelNames: ['pattern', 'outcome'],
  buckets: SECONDS,
});

/** For the transport's server: called after every run of a handler. */
export function recordHandling(measurement: HandlingMeasurement): void {
  const { kind, pattern, outcome, durationMs } = measurement;
  handled.observe({ kind, pattern, outcome }, durationMs / 1000);
}

/** Starts the failures of a message or event at 0, so that the first one is seen as an increase. */
export function expectMessageErrors(pattern: string): void {
  for (const code of ['UNAVAILABLE', 'INTERNAL']) errors.inc({ pattern, code }, 0);
}

/** Called by the error filter for every message that ends with a code. */
export function recordMessageError(pattern: string, code: string): void {
  errors.inc({ pattern, code });
}

/** For the transport's client: called once for every request that ended and every event. */
export function recordCall({ pattern, outcome, durationMs }: CallMeasurement): void {
  calls.observe({ pattern, outcome }, durationMs / 1000);
}

/** Publishes the server's queue state and the messages that ended abnormally. */
export function observeServer(server: RedisStreamsServer, deadLetters: DeadLetters): void {
  observeWork(server);
  const queues = () => Object.entries(server.stats().queues);
  publishGauge({
    name: 'studiolo_queue_entries',
    help: 'Entries of the service, by kind and whether they wait for a replica or one has them',
    labelNames: ['kind', 'state'],
    read: () =>
      Object.fromEntries(
        queues().map(([kind, { depth, pending }]) => [
          kind,
          { waiting: Math.max(0, depth - pending), taken: pending },
        ]),
      ),
  });
  publishGauge({
    name: 'studiolo_queue_consumers',
    help: 'Replicas that are registered with the queue, by kind',
    labelNames: ['kind'],
    read: () => Object.fromEntries(queues().map(([kind, { consumers }]) => [kind, consumers])),
  });
  publishGauge({
    name: 'studiolo_dead_letters',
    help: 'Events of the service that were given up and lie in its dead-letter stream',
    read: () => deadLetters.count(),
  });
}

/** Publishes how many calls of this process are waiting for an answer. */
export function observeClient(client: RedisStreamsClient): void {
  publishGauge({
    name: 'studiolo_calls_in_flight',
    help: 'Calls of this process that wait for an answer',
    read: () => client.inFlight,
  });
}

function observeWork(server: RedisStreamsServer): void {
  publishGauge({
    name: 'studiolo_messages_in_flight',
    help: 'Messages that handlers of this process work on',
    read: () => server.stats().inFlight,
  });
  publishGauge({
    name: 'studiolo_event_retries_waiting',
    help: 'Events that failed in this process and wait for their next try',
    read: () => server.stats().waitingRetries,
  });
  publishCounter({
    name: 'studiolo_messages_irregular_total',
    help: 'Messages this process has not handled once and in time, by what happened',
    labelNames: ['what'],
    read: () => {
      const stats = server.stats();
      const { redelivered, expired, overdue, refused, unreadable, abandoned } = stats;
      const counts = { redelivered, expired, overdue, refused, unreadable, abandoned };
      return { ...counts, dead_lettered: stats.deadLettered };
    },
  });
}
