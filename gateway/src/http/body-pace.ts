import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

const CHECK_INTERVAL_MS = 5_000;
/** Half a KiB a second: below any usable network, and far above what a slow-body attack sends. */
const MIN_BYTES_PER_CHECK = 2.5 * 1024;
/** Half a minute of almost no data; a phone in a tunnel recovers sooner. */
const SLOW_CHECKS_MAX = 6;

interface Progress {
  /** Bytes received on the connection at the last check. */
  bytes: number;
  /** Consecutive checks with almost no new bytes. */
  slowChecks: number;
}

/**
 * Ends connections whose request body arrives too slowly to be legitimate. Only time in which the gateway was ready to
 * read counts against the client.
 */
export function watchBodyPace(server: FastifyInstance): void {
  const receiving = new Map<IncomingMessage, Progress>();
  const timer = setInterval(() => endSlowBodies(receiving), CHECK_INTERVAL_MS).unref();
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) {
      receiving.set(raw, { bytes: 0, slowChecks: 0 });
      raw.once('close', () => receiving.delete(raw));
    }
    done();
  });
  server.addHook('onClose', (_server, done) => {
    clearInterval(timer);
    done();
  });
}

function endSlowBodies(receiving: Map<IncomingMessage, Progress>): void {
  for (const [request, progress] of receiving) {
    const { bytesRead } = request.socket;
    const isSlow = bytesRead - progress.bytes < MIN_BYTES_PER_CHECK && !request.isPaused();
    progress.slowChecks = isSlow ? progress.slowChecks + 1 : 0;
    progress.bytes = bytesRead;
    if (request.complete) receiving.delete(request);
    else if (progress.slowChecks >= SLOW_CHECKS_MAX) request.destroy();
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
