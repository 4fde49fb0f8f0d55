import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';

/** Runs `work` with a signal that aborts when the client disconnects before the answer. */
export async function whileConnected<Result>(
  { raw }: FastifyRequest,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () =>
    controller.abort(new AppError('UNAVAILABLE', {}, { cause: 'The client hung up' }));
  if (raw.socket.destroyed) abort();
  raw.socket.once('close', abort);
  try {
    return await work(controller.signal);
  } finally {
    raw.socket.off('close', abort);
  }
}
