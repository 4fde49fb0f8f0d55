/** Whether Redis itself refused the command (out of memory, no such group …), so it did not happen. */
export function isRedisRefusal(error: unknown): error is Error {
  return error instanceof Error && ['ReplyError', 'EXECABORT'].includes(error.name);
}

/** Whether the stream or its consumer group is gone, as after a restart without data. */
export function isMissingGroup(error: unknown): boolean {
  return error instanceof Error && /^NOGROUP|no such key/i.test(error.message);
}
