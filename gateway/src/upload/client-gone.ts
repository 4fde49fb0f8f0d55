import type { FastifyRequest } from 'fastify';

/** Aborts when the client hangs up before it has its answer. */
export function clientGone({ raw }: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  if (raw.socket.destroyed) controller.abort();
  else {
    const abort = () => controller.abort(new Error('The client hung up'));
    raw.socket.once('close', abort);
  }
  return controller.signal;
}
