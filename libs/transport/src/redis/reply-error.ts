/**
 * Whether Redis itself refused the command (out of memory, no such group …), so that nothing was executed. The
 * refusal of a demoted primary does not count: the command is for the server that has taken its place.
 */
export function isRedisRefusal(error: unknown): error is Error {
  return (
    error instanceof Error && ['ReplyError', 'EXECABORT'].includes(error.name) && !isReadOnly(error)
  );
}

/**
 * Whether the server has been demoted and accepts no writes any more; for `reconnectOnError`, which then connects to
 * the present primary. Redis before 7 says so in the middle of a script's error.
 */
export function isReadOnly(error: Error): boolean {
  if (/^READONLY|-READONLY /.test(error.message)) return true;
  const { previousErrors = [] } = error as { previousErrors?: Error[] };
  return previousErrors.some(isReadOnly);
}

/** Whether the stream or its consumer group is gone, as after a restart without data. */
export function isMissingGroup(error: unknown): boolean {
  return error instanceof Error && /^NOGROUP|no such key/i.test(error.message);
}
