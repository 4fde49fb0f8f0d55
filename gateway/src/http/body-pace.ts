import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

const CHECK_INTERVAL_MS = 10_000;
/** Slower than the worst mobile network, and far above what a slow-body attack sends. */
const MIN_BYTES_PER_CHECK = 10 * 1024;

/**
 * Ends connections whose request body comes in too slowly to be an honest one. Only time in which the
 * gateway was ready to read counts against the client.
 */
export function watchBodyPace(server: FastifyInstance): void {
  const receiving = new Map<IncomingMessage, number>();
  const timer = setInterval(() => endSlowBodies(receiving), CHECK_INTERVAL_MS).unref();
  server.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) {
      receiving.set(raw, Number.POSITIVE_INFINITY);
      raw.once('close', () => receiving.delete(raw));
    }
    done();
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

/** The value is what the socket had read at the last check; infinite before the first one. */
function endSlowBodies(receiving: Map<IncomingMessage, number>): void {
  for (const [request, before] of receiving) {
    const { bytesRead } = request.socket;
    const isSlow = bytesRead - before < MIN_BYTES_PER_CHECK && before !== Number.POSITIVE_INFINITY;
    if (request.complete) receiving.delete(request);
    else if (isSlow && !request.isPaused()) request.destroy();
    else receiving.set(request, bytesRead);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
