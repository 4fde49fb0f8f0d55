import type { Redis } from 'ioredis';

/**
 * Sends the commands that `issue` gives in one write to the socket. A pipeline of ioredis does that as well, but keeps
 * its commands and their results in memory until the next full garbage collection.
 */
export function inOneWrite<T>(redis: Redis, issue: () => T): T {
  const { stream } = redis;
  stream.cork();
  try {
    return issue();
  } finally {
    stream.uncork();
  }
}
