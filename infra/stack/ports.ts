import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/**
 * Below the ports that systems use for outgoing connections, from 32768 (Linux) or 49152 up: such a connection could
 * take a server's port before it starts, or while it restarts.
 */
const PORTS = { first: 20_000, last: 32_767 };
const CANDIDATES = 20;

/** A free port but those excluded: the preferred one if nothing listens on it, otherwise any in the range. */
export function availablePort(preferred?: number, exclude: number[] = []): Promise<number> {
  const random = Array.from({ length: CANDIDATES }, () => randomInt(PORTS.first, PORTS.last + 1));
  return getPort({
    reserve: true,
    exclude,
    port: preferred === undefined ? random : [preferred, ...random],
  });
}

export const availablePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, () => availablePort()));

/** Throws with the setting that changes a port if something already listens on it. */
export async function assertFree(port: number, what: string, variable: string): Promise<void> {
  if ((await getPort({ port })) === port) return;
  throw new Error(
    `Port ${port} (${what}) is already taken. End the program that uses it, or choose another port: ${variable}=${port + 1} npm start`,
  );
}
