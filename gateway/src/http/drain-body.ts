import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

/** What is still taken in, unread, of a request that has been refused. */
const DRAIN_MAX_BYTES = 32 * 1024 * 1024;
const DRAIN_MAX_MS = 10_000;

/**
 * Lets a client that is answered while it still sends finish within limits. Hanging up at once would
 * make most clients report a broken connection instead of the answer.
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

/** Takes in what is left of a body, within limits, and hangs up beyond them. */
export function drain(request: IncomingMessage): void {
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
