import type { Server } from 'node:http';

import { refuseConnection } from '../http/client-error.js';
import { clientKey } from './client-address.js';

/**
 * Closes connections beyond the limit of one client address. Behind a proxy every connection comes from the proxy, so
 * that the proxy has to limit clients.
 * @param max per address; 0 for no limit
 */
export function limitConnections(server: Server, max: number): void {
  if (max === 0) return;
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const [address] = clientKey(socket.remoteAddress ?? '');
    const count = (counts.get(address) ?? 0) + 1;
    if (count > max) return refuseConnection(socket);
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 0) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}
