import getPort from 'get-port';

/** A free port: the preferred one if nobody listens there, else any. */
export function availablePort(preferred?: number): Promise<number> {
  return getPort({ reserve: true, ...(preferred === undefined ? {} : { port: preferred }) });
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
