import type { Socket } from 'node:net';

import { AppError } from '@studiolo/service-kit';

/** Runs `work` with a signal that aborts when the client disconnects before the work ends. */
export async function whileConnected<Result>(
  client: Socket,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () =>
    controller.abort(new AppError('UNAVAILABLE', {}, { cause: 'The client hung up' }));
  if (client.destroyed) abort();
  client.once('close', abort);
  try {
    return await work(controller.signal);
  } finally {
    client.off('close', abort);
  }
}
