import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of one request, passed from process to process. */
export interface RequestContext {
  readonly requestId: string;
  /** The address of the client, or the operator; only in the process that received the request. */
  readonly client?: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` so that every log line and outgoing message in it carries the context. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentClient(): string | undefined {
  return storage.getStore()?.client;
}

export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
