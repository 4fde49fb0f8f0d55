export const DEFAULT_PREFIX = 'rpc';

/**
 * What the keys of a service begin with. Of a key with braces, Redis Cluster hashes only what is between them, so one
 * node has them all.
 */
export function serviceKeyBase(prefix: string, service: string): string {
  return `${prefix}:{${service}}`;
}

export function serviceKeys(prefix: string, service: string) {
  const base = serviceKeyBase(prefix, service);
  return {
    /** Stream of requests, one consumer group named after the service. */
    requests: `${base}:requests`,
    /** Stream of events for this service, one consumer group named after the service. */
    events: `${base}:events`,
    /** Stream of events that were given up. */
    deadLetters: `${base}:dead-letters`,
    /** Key that exists while the given consumer is alive. */
    heartbeat: (consumer: string) => `${base}:alive:${consumer}`,
  };
}

export type ServiceKeys = ReturnType<typeof serviceKeys>;

/** The channel on which one client process receives its replies. */
export function replyChannel(prefix: string, clientId: string): string {
  return `${prefix}:replies:${clientId}`;
}
