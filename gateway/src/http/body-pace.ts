import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

const CHECK_INTERVAL_MS = 5_000;
/** A phone in a tunnel recovers sooner. */
const LATENCY_MS = 30_000;
/** Below any usable network. */
const MIN_BYTES_PER_SECOND = 2 * 1024;

/** Bytes received on the connection before a body, and milliseconds in which the gateway was ready to read it. */
interface Progress {
  readonly before: number;
  readyMs: number;
}

/**
 * Ends connections whose request body takes longer than 30 s and a second for each 2 KiB received. Only time in which
 * the gateway was ready to read counts against the client.
 */
export function watchBodyPace(server: FastifyInstance): void {
  const receiving = new Map<IncomingMessage, Progress>();
  const timer = setInterval(() => endSlowBodies(receiving), CHECK_INTERVAL_MS).unref();
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) receiving.set(raw, { before: raw.socket.bytesRead, readyMs: 0 });
    done();
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

function endSlowBodies(receiving: Map<IncomingMessage, Progress>): void {
  for (const [request, progress] of receiving) {
    if (!request.isPaused()) progress.readyMs += CHECK_INTERVAL_MS;
    const received = request.socket.bytesRead - progress.before;
    const limitMs = LATENCY_MS + (received / MIN_BYTES_PER_SECOND) * 1_000;
    if (request.complete || request.socket.destroyed) receiving.delete(request);
    else if (progress.readyMs > limitMs) request.destroy();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
