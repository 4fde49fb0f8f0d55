import type { ConnectionOptions } from '../redis/connection-options.js';
import { DEFAULT_PREFIX } from '../redis/keys.js';

export type MessageKind = 'request' | 'event';

export interface HandlingMeasurement {
  readonly kind: MessageKind;
  readonly pattern: string;
  /** `error`: the handler answered a request with an error, or failed to handle an event. */
  readonly outcome: 'ok' | 'error';
  readonly durationMs: number;
}

export interface RedisStreamsServerOptions extends ConnectionOptions {
  /** Names the service's streams and its consumer group. */
  readonly service: string;
  /** Requests this replica works on at once. Default: 64. */
  readonly concurrency?: number;
  /** Tries after which an event is parked as a dead letter. Default: 10. */
  readonly maxEventAttempts?: number;
  /**
   * Whether an event failed only because something could not be reached: such a try does not count, and further ones
   * follow however long that takes. Gets what the handler threw. Default: every failure counts.
   */
  readonly isUnavailable?: (cause: unknown) => boolean;
  /** Milliseconds before the second try of an event; doubles with each further one, up to a minute. Default: 250. */
  readonly eventRetryBaseMs?: number;
  /** Called after every run of a handler. */
  readonly onMetric?: (measurement: HandlingMeasurement) => void;
}

export type ServerSettings = ReturnType<typeof withDefaults>;

export function withDefaults(options: RedisStreamsServerOptions) {
  return {
    prefix: DEFAULT_PREFIX,
    concurrency: 64,
    maxEventAttempts: 10,
    isUnavailable: (_cause: unknown) => false,
    eventRetryBaseMs: 250,
    ...options,
  };
}
