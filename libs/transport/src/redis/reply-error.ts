import type { Redis } from 'ioredis';

/**
 * Whether Redis itself refused the command (out of memory, no such group …), so it did not happen. A demoted
 * primary has refused nothing: the command is for the server that has taken its place.
 */
export function isRedisRefusal(error: unknown): error is Error {
  return (
    error instanceof Error && ['ReplyError', 'EXECABORT'].includes(error.name) && !isReadOnly(error)
  );
}

/**
 * Whether the server has been demoted and takes no writes any more; for `reconnectOnError`, so that the connection
 * is replaced by one to the present primary. Redis before 7 says it in the middle of a script's error.
 */
export function isReadOnly(error: Error): boolean {
  if (/^READONLY|-READONLY /.test(error.message)) return true;
  const { previousErrors = [] } = error as { previousErrors?: Error[] };
  return previousErrors.some(isReadOnly);
}

/**
 * Asks whether the server is there and takes writes: it changes nothing, yet a demoted server refuses it and a full
 * one does not.
 * @param prefix first part of the one key that is named to Redis
 */
export async function checkWritable(redis: Redis, prefix: string): Promise<void> {
  await redis.del(`${prefix}:checked`);
}

/** Whether the stream or its consumer group is gone, as after a restart without data. */
export function isMissingGroup(error: unknown): boolean {
  return error instanceof Error && /^NOGROUP|no such key/i.test(error.message);
}
