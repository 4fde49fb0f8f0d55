/**
 * - `UNAVAILABLE`: Redis cannot be reached, is out of memory, or the service's queue is full.
 * - `TIMEOUT`: the request was stored, and nobody answered before its deadline.
 * - `TOO_LARGE`: the message is longer than 1 MiB; it was not sent.
 * - `NO_ROUTE`: the pattern names no service, or no route is configured for the event.
 */
export type TransportErrorCode = 'UNAVAILABLE' | 'TIMEOUT' | 'TOO_LARGE' | 'NO_ROUTE';

/** Raised by the client itself; what a handler throws arrives as the handler's own error object. */
export class TransportError extends Error {
  override readonly name = 'TransportError';

  constructor(
    readonly code: TransportErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
