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
