import type { IncomingMessage, ServerResponse } from 'node:http';

/** Slots that requests hold from before the framework handles them until their handlers have ended. */
export class ArrivalSlots {
  private readonly frees = new WeakMap<IncomingMessage, () => void>();

  /** Resolves when the slot is free: with the end of the handler, or of the answer if no handler ran. */
  hold(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return new Promise((free) => {
      this.frees.set(request, free);
      response.once('close', () => this.takeOver(request)?.());
    });
  }

  /** Leaves it to the caller to free the request's slot with the returned function; undefined if it has none. */
  takeOver(request: IncomingMessage): (() => void) | undefined {
    const free = this.frees.get(request);
    this.frees.delete(request);
    return free;
  }
}
