import type { ChainableCommander, Redis } from 'ioredis';

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

/** Runs a transaction; rejects if one of its commands failed. */
export async function execute(transaction: ChainableCommander): Promise<void> {
  const results = await transaction.exec();
  const failure = results?.find(([error]) => error)?.[0];
  if (failure) throw failure;
  if (!results) throw new Error('The transaction was not executed');
}
