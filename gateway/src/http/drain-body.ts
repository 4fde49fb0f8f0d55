import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

/** Bytes still received and discarded from a refused request. */
const DRAIN_MAX_BYTES = 32 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/**
 * Lets a client that gets its answer while still sending finish, within limits. Most clients would report a broken
 * connection instead of the answer if it were closed at once.
 */
export function drainUnreadBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && !request.raw.destroyed) {
      reply.removeHeader('connection');
      drain(request.raw);
    }
    done(null, payload);
  });
}

/** Receives and discards the rest of a body, and disconnects beyond the limit. */
function drain(request: IncomingMessage): void {
  let left = DRAIN_MAX_BYTES;
  const timer = setTimeout(() => request.socket.destroy(), DRAIN_MAX_MS).unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.socket.destroy();
  });
  request.unpipe();
  request.resume();
}
