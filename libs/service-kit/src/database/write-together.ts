import type { Duplex } from 'node:stream';

import type { Client } from 'pg';

const corked = new WeakSet<Duplex>();

/** Sends all queries of this tick with one system call; node-postgres alone makes one for each. */
export function writeTogether({ connection: { stream } }: Client): void {
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
