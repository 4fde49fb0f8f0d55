/**
 * Whether Redis itself refused the command (out of memory, no such group …), so that nothing was executed. The
 * refusal of a server that is not, or no longer, the one to ask does not count: the command is for another.
 */
export function isRedisRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    ['ReplyError', 'EXECABORT'].includes(error.name) &&
    !isMisdirected(error)
  );
}

/**
 * Whether the server has been demoted and accepts no writes any more, or is a node of a cluster that does not have the
 * key, or not now; for `reconnectOnError`, which then connects to the present primary. Redis before 7 says READONLY in
 * the middle of a script's error.
 */
export function isMisdirected(error: Error): boolean {
  if (/^(?:READONLY|MOVED|ASK|TRYAGAIN|CLUSTERDOWN) |-READONLY /.test(error.message)) return true;
  const { previousErrors = [] } = error as { previousErrors?: Error[] };
  return previousErrors.some(isMisdirected);
}

/** Whether the stream or its consumer group is gone, as after a restart without data. */
export function isMissingGroup(error: unknown): boolean {
  return error instanceof Error && /^NOGROUP|no such key/i.test(error.message);
}
