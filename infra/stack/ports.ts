import { randomInt } from 'node:crypto';

import getPort from 'get-port';

/**
 * Systems give outgoing connections ports from 32768 (Linux) or 49152 up: a free one from there may be somebody's
 * connection by the time a server starts on it, or while one that died is away.
 */
const PORTS = { first: 20_000, last: 32_767 };
const CANDIDATES = 20;

/** A free port: the preferred one if nobody listens there, else any that connections do not take. */
export function availablePort(preferred?: number): Promise<number> {
  const random = Array.from({ length: CANDIDATES }, () => randomInt(PORTS.first, PORTS.last + 1));
  return getPort({
    reserve: true,
    port: preferred === undefined ? random : [preferred, ...random],
  });
}

/** Throws with the setting that changes a port if somebody listens on it already. */
export async function assertFree(wanted: { port: number; what: string; variable: string }[]) {
  for (const { port, what, variable } of wanted) {
    if ((await getPort({ port })) === port) continue;
    throw new Error(
      `Port ${port} (${what}) is already taken. End the program that uses it, or choose another port: ${variable}=${port + 1} npm start`,
    );
  }
}
