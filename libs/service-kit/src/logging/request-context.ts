import { AsyncLocalStorage } from 'node:async_hooks';

import type { RedisStreamsContext } from 'nestjs-redis-streams';

/** Context of one request, passed from process to process. */
export interface RequestContext {
  readonly requestId: string;
  /** The address of the client, or the operator; only in the process that received the request. */
  readonly client?: string;
  /** The message that a handler answers. */
  readonly message?: RedisStreamsContext;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that every log line and outgoing message in it carries the context. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): Partial<RequestContext> {
  return storage.getStore() ?? {};
}

/** The message that the caller's handler answers. */
export function currentMessage(): RedisStreamsContext {
  const { message } = currentContext();
  if (!message) throw new Error('No message is being handled here');
  return message;
}
