import type { ServerResponse } from 'node:http';

/** For whatever lies between the request and the first byte at the client. */
const LATENCY_MS = 30_000;
/** Below any network that a picture is looked at over. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

/** Hangs up on a client that takes in so many bytes too slowly: each holds a connection to the object store. */
export function limitAnswerTime(response: ServerResponse, bytes: number): void {
  const limitMs = LATENCY_MS + (bytes / MIN_BYTES_PER_SECOND) * 1000;
  const timer = setTimeout(() => response.destroy(), limitMs);
  response.once('close', () => clearTimeout(timer));
}
