/** Every key a service owns in Redis. */
export interface ServiceKeys {
  /** Stream of requests, one consumer group named after the service. */
  readonly requests: string;
  /** Stream of events for this service, one consumer group named after the service. */
  readonly events: string;
  /** Stream of events that were given up. */
  readonly deadLetters: string;
  /** Key that exists while the given consumer is alive. */
  heartbeat(consumer: string): string;
}

export const DEFAULT_PREFIX = 'rpc';

export function serviceKeys(prefix: string, service: string): ServiceKeys {
  const base = `${prefix}:${service}`;
  return {
    requests: `${base}:requests`,
    events: `${base}:events`,
    deadLetters: `${base}:dead-letters`,
    heartbeat: (consumer) => `${base}:alive:${consumer}`,
  };
}

/** The channel on which one client process receives its replies. */
export function replyChannel(prefix: string, clientId: string): string {
  return `${prefix}:replies:${clientId}`;
}

/**
 * A pattern, which names a stream and travels as text.
 * @throws TypeError that says what to give instead of an object or a wildcard
 */
export function stringPattern(pattern: unknown): string {
  if (typeof pattern !== 'string') {
    const given = JSON.stringify(pattern);
    throw new TypeError(`${given} is no pattern here: give a string such as 'orders.place'`);
  }
  if (/[*?[\]]/.test(pattern)) {
    throw new TypeError(`"${pattern}" has a wildcard: give each pattern a decorator of its own`);
  }
  return pattern;
}
