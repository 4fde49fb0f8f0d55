import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';

import type { NestFastifyApplication } from '@nestjs/platform-fastify';

import type { GatewaySettings } from './settings.js';

/** Connections that the kernel queues in a burst. The client of a further one retries after a second. */
const BACKLOG = 4_096;
/** What a system without IPv6 answers when an address of it is opened. */
const WITHOUT_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/**
 * Opens the port on HOST, or on all addresses without one. `localhost` stands for 127.0.0.1 and ::1, since programs differ
 * in which of them they try; a system may lack the second.
 */
export async function listen(
  app: NestFastifyApplication,
  { PORT: port, HOST }: Pick<GatewaySettings, 'PORT' | 'HOST'>,
): Promise<void> {
  const isLocal = HOST === 'localhost';
  const ipv6 = isLocal ? ipv6Listener(app) : undefined;
  // Without a host, Fastify would listen on localhost; for an empty one Node listens on all addresses.
  await app.listen({ port, host: isLocal ? '127.0.0.1' : (HOST ?? ''), backlog: BACKLOG });
  await ipv6?.();
}

/**
 * Prepares a listener on ::1 that hands its connections to the server, which has one socket; Fastify's own way to open
 * several addresses makes servers that know none of the gateway's limits. The result opens it, on the server's port.
 */
function ipv6Listener(app: NestFastifyApplication): () => Promise<void> {
  const server: Server = app.getHttpServer();
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    server.emit('connection', socket);
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preClose', (done) => {
      listener.close();
      done();
    });
  return async () => {
    const { port } = server.address() as AddressInfo;
    try {
      await once(listener.listen({ port, host: '::1', backlog: BACKLOG }), 'listening');
    } catch (error) {
      if (!WITHOUT_IPV6.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  };
}
