import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

const PATIENCE_MS = 2_000;

/** The addresses by which other machines reach this one. */
export const otherAddresses = Object.values(networkInterfaces())
  .flatMap((entries = []) => entries)
  .filter(({ internal, scopeid }) => !internal && !scopeid)
  .map(({ address }) => address);

/** Whether something accepts a connection there. */
export async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
