import { completeOptions } from '../complete-options.js';
import type { ConnectionOptions } from '../redis/connection-options.js';
import { DEFAULT_PREFIX } from '../redis/keys.js';
import type { TransportErrorCode } from '../transport.error.js';

/** A handler caused `ok` and `error`; the client itself raised the others. */
export type CallOutcome = 'ok' | 'error' | TransportErrorCode;

export interface CallMeasurement {
  /** A request is measured when it has ended, an event when Redis has stored it or has not. */
  readonly kind: 'request' | 'event';
  readonly pattern: string;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
}

export interface RedisStreamsClientOptions extends ConnectionOptions {
  /** Milliseconds until a request expires and its caller is answered. Default: 5000. */
  readonly timeoutMs?: number;
  /** Milliseconds a call waits while Redis is away, and an event until it is stored, before it fails. Default: 1500. */
  readonly unavailableAfterMs?: number;
  /** Longest payload as JSON, in bytes. Default: 1 MiB. */
  readonly maxMessageBytes?: number;
  /** Requests one service may have queued before further ones are refused. Default: 10000. */
  readonly maxQueued?: number;
  /** The services that consume each event. An event without a route is an error. */
  readonly eventRoutes?: Readonly<Record<string, readonly string[]>>;
  /** The service that answers a pattern. Default: the part before the first dot. */
  readonly routeRequest?: (pattern: string) => string | undefined;
  /** Called once for every request that was sent and for every event. */
  readonly onMetric?: (measurement: CallMeasurement) => void;
}

type Optional = 'redisCa' | 'ioredis' | 'signingKey' | 'previousSigningKey' | 'onMetric';
export type ClientSettings = Required<Omit<RedisStreamsClientOptions, Optional>> &
  Pick<RedisStreamsClientOptions, Optional>;

/** @throws TypeError that says what a wrong option has to be */
export function withDefaults(options: RedisStreamsClientOptions): ClientSettings {
  const defaults = {
    prefix: DEFAULT_PREFIX,
    timeoutMs: 5_000,
    unavailableAfterMs: 1_500,
    maxMessageBytes: 1_048_576,
    maxQueued: 10_000,
    eventRoutes: {},
    routeRequest: (pattern: string) => pattern.slice(0, Math.max(pattern.indexOf('.'), 0)),
  };
  return completeOptions<ClientSettings>(options, defaults, ['onMetric']);
}

export interface ClientStats {
  /** Calls waiting for an answer. */
  readonly inFlight: number;
  /** Number of requests and events by pattern and outcome. */
  readonly calls: Readonly<Record<string, Partial<Record<CallOutcome, number>>>>;
  /** Last seen number of entries in each request stream that this client has written to. */
  readonly queueDepth: Readonly<Record<string, number>>;
}
