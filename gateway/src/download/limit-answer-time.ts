import type { ServerResponse } from 'node:http';

/** Allowance for the time until the client gets the first byte. */
const LATENCY_MS = 30_000;
/** Slower than any network over which people view pictures. */
const MIN_BYTES_PER_SECOND = 8 * 1024;

/**
 * Disconnects a client that reads an answer of this many bytes too slowly: it holds a connection to the object store.
 */
export function limitAnswerTime(response: ServerResponse, bytes: number): void {
  const limitMs = LATENCY_MS + (bytes / MIN_BYTES_PER_SECOND) * 1000;
  const timer = setTimeout(() => response.destroy(), limitMs);
  response.once('close', () => clearTimeout(timer));
}
