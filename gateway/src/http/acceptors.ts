import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * Sockets that accept connections. Node accepts one connection per socket in each turn of its event loop
 * (https://github.com/libuv/libuv/pull/3696), and under load a turn takes tens of milliseconds: with a single socket,
 * clients would wait for seconds to be connected, and could not even be refused.
 */
const SOCKETS = 32;
/** Connections queued in the kernel for each socket during a burst: beyond them a client retries after a second. */
const BACKLOG = 4_096;
/** The kernel distributes connections between sockets of one port only on Linux. */
const CAN_SHARE_PORT = process.platform === 'linux';

export interface Address {
  port: number;
  host: string;
}

/** Accepts connections on several sockets of the same port, and passes them to the HTTP server. */
@Injectable()
export class Acceptors implements OnModuleInit {
  private readonly acceptors: Server[] = [];

  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  onModuleInit(): void {
    // Like the HTTP server, waits for the connections to end.
    this.host.httpAdapter.getInstance().addHook('onClose', async () => {
      await Promise.all(this.acceptors.map((acceptor) => once(acceptor.close(), 'close')));
    });
  }

  /** @throws Error EADDRINUSE when the port is in use, also by a gateway that would share it */
  async listen(app: NestFastifyApplication, address: Address): Promise<void> {
    if (!CAN_SHARE_PORT) return void (await app.listen({ ...address, backlog: BACKLOG }));
    await refuseUsed(address);
    const shared = { ...address, backlog: BACKLOG, reusePort: true };
    await app.listen(shared);
    const server: Server = this.host.httpAdapter.getHttpServer();
    const { port } = server.address() as AddressInfo;
    while (this.acceptors.length < SOCKETS - 1) {
      const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
        server.emit('connection', socket),
      );
      this.acceptors.push(acceptor);
      await once(acceptor.listen({ ...shared, port }), 'listening');
    }
  }
}

/** Sockets that share a port do not fail when another process shares it, too. */
async function refuseUsed(address: Address): Promise<void> {
  const probe = createServer();
  await once(probe.listen(address), 'listening');
  await once(probe.close(), 'close');
}
