import { completeOptions } from '../complete-options.js';
import type { ConnectionOptions } from '../redis/connection-options.js';
import { DEFAULT_PREFIX } from '../redis/keys.js';

export type MessageKind = 'request' | 'event';

export interface HandlingMeasurement {
  readonly kind: MessageKind;
  readonly pattern: string;
  /** `error`: the handler answered a request with an error, or failed to handle an event. */
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
  /** Milliseconds from when Redis stored the message until this run of its handler began. */
  readonly ageMs: number;
  readonly attempt: number;
}

export interface RedisStreamsServerOptions extends ConnectionOptions {
  /** Names the service's streams and its consumer group. */
  readonly service: string;
  /** Requests this replica works on at once. Default: 64. */
  readonly concurrency?: number;
  /** Events this replica works on at once. Default: 16. */
  readonly eventConcurrency?: number;
  /** Milliseconds between two signs of life. Default: 250. */
  readonly heartbeatMs?: number;
  /** Milliseconds of silence after which peers take over what a replica had taken. Default: 900. */
  readonly deadAfterMs?: number;
  /** Deliveries after which a request that keeps killing its replica is answered with an error. Default: 3. */
  readonly maxRequestAttempts?: number;
  /** Tries after which an event is parked as a dead letter. Default: 10. */
  readonly maxEventAttempts?: number;
  /**
   * Whether a try of an event failed over something that is away and says nothing of the event: it is tried again
   * without counting, however long that takes. Gets what the handler threw. Default: every failure counts.
   */
  readonly isUnavailable?: (cause: unknown) => boolean;
  /** Whether an event is parked at once, since no further try can succeed. Gets what the handler threw. Default: never. */
  readonly isPermanent?: (cause: unknown) => boolean;
  /** Milliseconds before the second try of an event; doubles with each further one. Default: 250. */
  readonly eventRetryBaseMs?: number;
  /** Longest pause between two tries of an event, in milliseconds. Default: 60000. */
  readonly eventRetryMaxMs?: number;
  /** Failed events that may wait for their next try before no new ones are read. Default: 1000. */
  readonly maxWaitingEvents?: number;
  /** Dead letters kept, about; the oldest go first. Default: 10000. */
  readonly maxDeadLetters?: number;
  /** Longest payload accepted and longest reply sent, as JSON in bytes. Default: 1 MiB. */
  readonly maxMessageBytes?: number;
  /** Milliseconds a shutdown waits for handlers. Default: 8000. */
  readonly shutdownTimeoutMs?: number;
  /** Called after every run of a handler. */
  readonly onMetric?: (measurement: HandlingMeasurement) => void;
}

type Optional = 'redisCa' | 'ioredis' | 'signingKey' | 'previousSigningKey' | 'onMetric';
export type ServerSettings = Required<Omit<RedisStreamsServerOptions, Optional>> &
  Pick<RedisStreamsServerOptions, Optional>;

/** @throws TypeError that says what a wrong option has to be */
export function withDefaults(options: RedisStreamsServerOptions): ServerSettings {
  const defaults = {
    prefix: DEFAULT_PREFIX,
    service: '',
    concurrency: 64,
    eventConcurrency: 16,
    heartbeatMs: 250,
    deadAfterMs: 900,
    maxRequestAttempts: 3,
    maxEventAttempts: 10,
    isUnavailable: () => false,
    isPermanent: () => false,
    eventRetryBaseMs: 250,
    eventRetryMaxMs: 60_000,
    maxWaitingEvents: 1_000,
    maxDeadLetters: 10_000,
    maxMessageBytes: 1_048_576,
    shutdownTimeoutMs: 8_000,
  };
  const settings = completeOptions<ServerSettings>(options, defaults, ['onMetric']);
  if (!settings.service) {
    throw new TypeError('service is missing: give the name that patterns have before their dot');
  }
  if (settings.heartbeatMs >= settings.deadAfterMs) {
    throw new TypeError('heartbeatMs has to be below deadAfterMs, best a third of it');
  }
  return settings;
}
