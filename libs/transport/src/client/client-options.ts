import type { ConnectionOptions } from '../redis/connection-options.js';
import { DEFAULT_PREFIX } from '../redis/keys.js';
import type { TransportErrorCode } from '../transport.error.js';

/** A handler caused `ok` and `error`; the client itself raised the others. */
export type CallOutcome = 'ok' | 'error' | TransportErrorCode;

export interface CallMeasurement {
  readonly pattern: string;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
}

export interface RedisStreamsClientOptions extends ConnectionOptions {
  /** Milliseconds until a request expires and its caller is answered. Default: 5000. */
  readonly timeoutMs?: number;
  /** Milliseconds a call waits while Redis cannot be reached, and an event until it is stored. Default: 1500. */
  readonly unavailableAfterMs?: number;
  /** The services that consume each event. An event without a route is an error. */
  readonly eventRoutes?: Readonly<Record<string, readonly string[]>>;
  /** Called when a request that was sent has ended, and when Redis has stored an event or has not. */
  readonly onMetric?: (measurement: CallMeasurement) => void;
}

export type ClientSettings = ReturnType<typeof withDefaults>;

export function withDefaults(options: RedisStreamsClientOptions) {
  return {
    prefix: DEFAULT_PREFIX,
    timeoutMs: 5_000,
    unavailableAfterMs: 1_500,
    eventRoutes: {} as Readonly<Record<string, readonly string[]>>,
    ...options,
  };
}
