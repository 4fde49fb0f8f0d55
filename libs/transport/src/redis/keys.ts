/** Every key a service owns in Redis. */
export interface ServiceKeys {
  /** Stream of requests, one consumer group named after the service. */
  readonly requests: string;
  /** Stream of events for this service, one consumer group named after the service. */
  readonly events: string;
  /** Stream of the events that every replica handles, read without a group. */
  readonly broadcasts: string;
  /** Sorted set of events that are not due yet, by the time on the clock of Redis when they are. */
  readonly delayed: string;
  /** Number of events that wait for an earlier one of their order key. */
  readonly waiting: string;
  /** Stream of events that were given up. */
  readonly deadLetters: string;
  /** List of the events of one order key: the one in the stream, then those that wait for it. */
  orderQueue(orderKey: string): string;
  /** Key that exists while the given consumer is alive. */
  heartbeat(consumer: string): string;
}

export const DEFAULT_PREFIX = 'rpc';

export function serviceKeys(prefix: string, service: string): ServiceKeys {
  const base = `${prefix}:${service}`;
  return {
    requests: `${base}:requests`,
    events: `${base}:events`,
    broadcasts: `${base}:broadcasts`,
    delayed: `${base}:delayed`,
    waiting: `${base}:waiting`,
    deadLetters: `${base}:dead-letters`,
    // The end keeps an order key such as "x:dead-letters" from looking like another key.
    orderQueue: (orderKey) => `${base}:order:${orderKey}:queue`,
    heartbeat: (consumer) => `${base}:alive:${consumer}`,
  };
}

/** The channel on which one client process hears its replies. */
export function replyChannel(prefix: string, clientId: string): string {
  return `${prefix}:replies:${clientId}`;
}
